/*
 * Growing bytes, and numbers in as few of them as they need.
 *
 * Numbers are written in groups of seven bits, the lowest first; the eighth bit says that another
 * group follows (LEB128).  Signed ones are folded first: 0, -1, 1, -2, … become 0, 1, 2, 3, …
 */
#ifndef BRINDLE_ENGINE_DATA_BYTE_BUFFER_H
#define BRINDLE_ENGINE_DATA_BYTE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty buffer. */
typedef struct {
    uint8_t *bytes;
    size_t size, room;
} ByteBuffer;

/* Appends; false if memory is out, and then the buffer is as it was. */
bool buffer_add(ByteBuffer *buffer, const void *bytes, size_t count);
bool buffer_add_number(ByteBuffer *buffer, uint64_t number);
/* Four bytes, the lowest first. */
bool buffer_add_word(ByteBuffer *buffer, uint32_t word);
void buffer_free(ByteBuffer *buffer);

/* A place in bytes that are read.  Whatever goes wrong sets `bad`; from then on all is 0. */
typedef struct {
    const uint8_t *at, *end;
    bool bad;
} ByteCursor;

uint64_t cursor_number(ByteCursor *cursor);
uint8_t cursor_byte(ByteCursor *cursor);
uint32_t word_at(const uint8_t *bytes);

static inline uint64_t fold_sign(int64_t number) {
    return (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0);
}
static inline int64_t unfold_sign(uint64_t folded) {
    return (int64_t)(folded >> 1 ^ ((folded & 1) != 0 ? UINT64_MAX : 0));
}

#endif
