/*
 * The bytes of a `.wbook` file.  For the files of wbook/ only; share/formats.md describes them.
 */
#ifndef BRINDLE_ENGINE_WBOOK_WBOOK_FORMAT_H
#define BRINDLE_ENGINE_WBOOK_WBOOK_FORMAT_H

#include "engine/wbook/wbook.h"

#include <endian.h>
#include <string.h>

/* The last bytes catch what spoils files on their way: line ends, and ends of text. */
#define WBOOK_MAGIC "\x8fWBK\r\n\x1a\n"

enum {
    WBOOK_VERSION = 1,
    WBOOK_BLOCK_ENTRIES = 256, /* 4 KiB; the last block may have fewer */
    WBOOK_WORD = 8,
    WBOOK_ENTRY_WORDS = 2,
    WBOOK_ENTRY_SIZE = WBOOK_WORD * WBOOK_ENTRY_WORDS,
    WBOOK_TITLE_WORDS = 8,
    /* What stands for "no score" in an entry. */
    WBOOK_NO_LEARN = -32768
};

/* The header's words, each of 64 bits with the lowest byte first.  Where there are two numbers in
 * one, the first is the lower half. */
enum {
    WBOOK_HEADER_MAGIC,
    WBOOK_HEADER_VERSION, /* version, bytes of an entry */
    WBOOK_HEADER_RULES,   /* rule set, key scheme */
    WBOOK_HEADER_ENTRIES,
    WBOOK_HEADER_POSITIONS,
    WBOOK_HEADER_BLOCK,     /* entries of a block, 0 */
    WBOOK_HEADER_DIRECTORY, /* checksum of the directory */
    WBOOK_HEADER_TITLE,
    WBOOK_HEADER_CHECKSUM = WBOOK_HEADER_TITLE + WBOOK_TITLE_WORDS, /* of the words before it */
    WBOOK_HEADER_WORDS
};
enum { WBOOK_HEADER_SIZE = WBOOK_WORD * WBOOK_HEADER_WORDS };

/* A block in the directory, which stands behind the entries. */
typedef struct {
    uint64_t first_key, checksum;
} WbookBlock;

static inline uint64_t wbook_word(const unsigned char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

enum { WBOOK_DIRECTORY_ENTRY = sizeof(WbookBlock) };

/* FNV-1a on words is fingerprint_of_words; this is of words as they stand in a file. */
uint64_t wbook_checksum(const unsigned char *bytes, size_t words);

/* How many blocks so many entries take. */
static inline uint64_t wbook_blocks(uint64_t entries) {
    return entries / WBOOK_BLOCK_ENTRIES + (entries % WBOOK_BLOCK_ENTRIES != 0);
}

#endif
