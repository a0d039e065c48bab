#include "engine/data/data_block.h"

#include "engine/data/data_file.h"

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

const uint8_t DATA_MAGIC[DATA_MAGIC_SIZE] = {0x8F, 'B', 'R', 'I', 'N', 'D', '\n', 0x1A};
const uint8_t DATA_MARK[DATA_MARK_SIZE] = {0xB1, 'B', 'L', 'K'};

uint32_t data_checksum(const uint8_t *bytes, size_t size) {
    return (uint32_t)crc32_z(0, bytes, size);
}

/* ---- The header: magic, version, length of the text, text, checksum of all that ---- */

bool data_header_build(ByteBuffer *header, const char *text) {
    const size_t length = strlen(text);
    return length <= DATA_TEXT_MAX && buffer_add(header, DATA_MAGIC, sizeof DATA_MAGIC) &&
           buffer_add_word(header, DATA_VERSION) && buffer_add_word(header, (uint32_t)length) &&
           buffer_add(header, text, length) &&
           buffer_add_word(header, data_checksum(header->bytes, header->size));
}

bool data_header_read(const uint8_t bytes[DATA_HEADER_FIXED], uint32_t *text_length,
                      Message *message) {
    if (memcmp(bytes, DATA_MAGIC, sizeof DATA_MAGIC) != 0)
        return message_set(message, "it is no file of games that Brindle writes");
    const uint32_t version = word_at(bytes + DATA_MAGIC_SIZE);
    if (version != DATA_VERSION)
        return message_set(message,
                           "it has version %" PRIu32 " of the format; this program reads %d",
                           version, DATA_VERSION);
    *text_length = word_at(bytes + DATA_MAGIC_SIZE + 4);
    return *text_length <= DATA_TEXT_MAX || message_set(message, "its header is damaged");
}

/* ---- A block: mark, size, games, checksum of the games, checksum of the head; the games ---- */

void data_block_seal(uint8_t *block, size_t size, uint32_t games) {
    const uint32_t words[] = {(uint32_t)size, games, data_checksum(block + DATA_BLOCK_HEAD, size),
                              0};
    memcpy(block, DATA_MARK, sizeof DATA_MARK);
    for (int i = 0; i < 4; i++) {
        const uint8_t *const head = block;
        uint32_t word = i < 3 ? words[i] : data_checksum(head, DATA_BLOCK_HEAD - 4);
        for (int byte = 0; byte < 4; byte++, word >>= 8)
            block[DATA_MARK_SIZE + 4 * i + byte] = (uint8_t)word;
    }
}

bool data_block_read(const uint8_t bytes[DATA_BLOCK_HEAD], DataBlockHead *head) {
    const uint8_t *words = bytes + DATA_MARK_SIZE;
    *head = (DataBlockHead){word_at(words), word_at(words + 4), word_at(words + 8)};
    return memcmp(bytes, DATA_MARK, sizeof DATA_MARK) == 0 && head->size <= DATA_BLOCK_MAX &&
           word_at(words + 12) == data_checksum(bytes, DATA_BLOCK_HEAD - 4);
}
