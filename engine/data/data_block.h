/*
 * The bytes of headers and blocks.  For the other files of data/ only.
 */
#ifndef BRINDLE_ENGINE_DATA_DATA_BLOCK_H
#define BRINDLE_ENGINE_DATA_DATA_BLOCK_H

#include "bitboard/message.h"
#include "engine/data/byte_buffer.h"

enum {
    DATA_MAGIC_SIZE = 8,
    DATA_HEADER_FIXED = DATA_MAGIC_SIZE + 8, /* before the text: magic, version, length */
    DATA_CHECKSUM_SIZE = 4,
    DATA_BLOCK_HEAD = 20,
    DATA_MARK_SIZE = 4 /* of a block's head, what it begins with */
};

/* "\x8FBRIND\n" and a byte that no text has: shows what the file is, and whether it was taken for
 * text on its way. */
extern const uint8_t DATA_MAGIC[DATA_MAGIC_SIZE];
extern const uint8_t DATA_MARK[DATA_MARK_SIZE];

/* The whole header.  False if memory is out. */
bool data_header_build(ByteBuffer *header, const char *text);
/* Reads what stands before the text: sets its length.  False, and a message, if it is no header of
 * ours. */
bool data_header_read(const uint8_t bytes[DATA_HEADER_FIXED], uint32_t *text_length,
                      Message *message);

/* What a block's head says. */
typedef struct {
    uint32_t size, games, checksum; /* of the games that follow */
} DataBlockHead;

/* Fills in the head of a block whose games stand behind it. */
void data_block_seal(uint8_t *block, size_t size, uint32_t games);
/* False if it is no head, or a damaged one. */
bool data_block_read(const uint8_t bytes[DATA_BLOCK_HEAD], DataBlockHead *head);

uint32_t data_checksum(const uint8_t *bytes, size_t size);

#endif
