#include "engine/data/byte_buffer.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024, GROUP_BITS = 7, MORE_FOLLOWS = 0x80, WORD_BYTES = 4 };

bool buffer_add(ByteBuffer *buffer, const void *bytes, size_t count) {
    if (buffer->room - buffer->size < count) {
        size_t room = buffer->room > 0 ? buffer->room : FIRST_ROOM;
        while (room - buffer->size < count)
            room *= 2;
        uint8_t *grown = realloc(buffer->bytes, room);
        if (grown == NULL)
            return false;
        buffer->bytes = grown;
        buffer->room = room;
    }
    if (count > 0)
        memcpy(buffer->bytes + buffer->size, bytes, count);
    buffer->size += count;
    return true;
}

bool buffer_add_number(ByteBuffer *buffer, uint64_t number) {
    uint8_t groups[10]; /* 64 bits are nine groups and a bit */
    size_t count = 0;
    for (; number >= MORE_FOLLOWS; number >>= GROUP_BITS)
        groups[count++] = (uint8_t)(number | MORE_FOLLOWS);
    groups[count++] = (uint8_t)number;
    return buffer_add(buffer, groups, count);
}

bool buffer_add_word(ByteBuffer *buffer, uint32_t word) {
    uint8_t bytes[WORD_BYTES];
    for (int i = 0; i < WORD_BYTES; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
    return buffer_add(buffer, bytes, sizeof bytes);
}

void buffer_free(ByteBuffer *buffer) {
    free(buffer->bytes);
    *buffer = (ByteBuffer){NULL, 0, 0};
}

uint8_t cursor_byte(ByteCursor *c) {
    if (c->bad || c->at == c->end) {
        c->bad = true;
        return 0;
    }
    return *c->at++;
}

uint64_t cursor_number(ByteCursor *c) {
    uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += GROUP_BITS) {
        const uint8_t group = cursor_byte(c);
        const uint64_t bits = (uint64_t)(group & (MORE_FOLLOWS - 1)) << shift;
        if (bits >> shift != (uint64_t)(group & (MORE_FOLLOWS - 1)))
            break; /* beyond 64 bits */
        number |= bits;
        if ((group & MORE_FOLLOWS) == 0)
            return c->bad ? 0 : number;
    }
    c->bad = true;
    return 0;
}

uint32_t word_at(const uint8_t *bytes) {
    uint32_t word = 0;
    for (int i = 0; i < WORD_BYTES; i++)
        word |= (uint32_t)bytes[i] << 8 * i;
    return word;
}
