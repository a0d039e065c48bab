#include "engine/wbook/wbook.h"

#include "engine/fingerprint.h"
#include "engine/wbook/wbook_format.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { UNTOUCHED, GOOD };

struct Wbook {
    char *path;
    const RuleSet *rules;
    char title[WBOOK_TITLE_SIZE];
    uint64_t entries, positions, blocks;
    const unsigned char *bytes; /* the file */
    size_t size;
    const unsigned char *directory;
    atomic_uchar *touched; /* for each block; those that are damaged stay untouched */
};

uint64_t wbook_checksum(const unsigned char *bytes, size_t words) {
    uint64_t sum = 0;
    for (size_t i = 0; i < words; i++) {
        const uint64_t word = wbook_word(bytes + i * WBOOK_WORD);
        sum = fingerprint_of_words(sum, &word, 1);
    }
    return sum;
}

const char *wbook_path(const Wbook *b) {
    return b->path;
}
const RuleSet *wbook_rules(const Wbook *b) {
    return b->rules;
}
const char *wbook_title(const Wbook *b) {
    return b->title;
}
uint64_t wbook_entries(const Wbook *b) {
    return b->entries;
}
uint64_t wbook_positions(const Wbook *b) {
    return b->positions;
}

/* ---- Opening ---- */

static bool refuse(const Wbook *b, const char *why, Message *message) {
    message_set(message, "%.200s: %s", b->path, why);
    return false;
}

static uint64_t header_word(const Wbook *b, int word) {
    return wbook_word(b->bytes + (size_t)word * WBOOK_WORD);
}
static uint32_t low_half(uint64_t word) {
    return (uint32_t)word;
}
static uint32_t high_half(uint64_t word) {
    return (uint32_t)(word >> 32);
}

static bool check_kind(const Wbook *b, Message *message) {
    if (b->size == 0)
        return refuse(b, "it is empty", message);
    if (b->size < WBOOK_WORD || memcmp(b->bytes, WBOOK_MAGIC, WBOOK_WORD) != 0)
        return refuse(b, "it is no .wbook file", message);
    if (b->size < WBOOK_HEADER_SIZE)
        return refuse(b, "it ends within its header", message);
    const uint64_t version = header_word(b, WBOOK_HEADER_VERSION),
                   rules = header_word(b, WBOOK_HEADER_RULES);
    if (header_word(b, WBOOK_HEADER_CHECKSUM) != wbook_checksum(b->bytes, WBOOK_HEADER_CHECKSUM))
        return refuse(b, "its header is damaged", message);
    if (low_half(version) != WBOOK_VERSION)
        return message_set(
            message, "%.200s: its format is version %" PRIu32 ", this program reads version %d",
            b->path, low_half(version), WBOOK_VERSION);
    if (high_half(rules) != BOOK_KEY_SCHEME)
        return message_set(
            message, "%.200s: its keys are of scheme %" PRIu32 ", this program knows scheme %d",
            b->path, high_half(rules), BOOK_KEY_SCHEME);
    if (low_half(rules) >= RULE_SETS)
        return message_set(
            message, "%.200s: it is about rule set %" PRIu32 ", which this program does not know",
            b->path, low_half(rules));
    if (high_half(version) != WBOOK_ENTRY_SIZE ||
        header_word(b, WBOOK_HEADER_BLOCK) != WBOOK_BLOCK_ENTRIES)
        return refuse(b, "its entries or blocks are of another size than this version has",
                      message);
    return true;
}

static bool check_size(const Wbook *b, Message *message) {
    if (b->entries > (UINT64_MAX >> 8) / WBOOK_ENTRY_SIZE || b->positions > b->entries)
        return refuse(b, "its header speaks of more than a file can hold", message);
    const uint64_t wanted =
        WBOOK_HEADER_SIZE + b->entries * WBOOK_ENTRY_SIZE + b->blocks * sizeof(WbookBlock);
    if (b->size < wanted)
        return message_set(message, "%.200s: it is cut off: %zu of %" PRIu64 " bytes are there",
                           b->path, b->size, wanted);
    return b->size == wanted ||
           message_set(message, "%.200s: %" PRIu64 " bytes follow behind its end", b->path,
                       b->size - wanted);
}

/* Bytes that a terminal would obey have no place in a title. */
static void read_title(Wbook *b) {
    memcpy(b->title, b->bytes + (size_t)WBOOK_HEADER_TITLE * WBOOK_WORD, WBOOK_TITLE_SIZE - 1);
    for (char *c = b->title; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

static WbookBlock directory_block(const Wbook *b, uint64_t block) {
    const unsigned char *bytes = b->directory + block * sizeof(WbookBlock);
    return (WbookBlock){wbook_word(bytes), wbook_word(bytes + WBOOK_WORD)};
}

static bool check_directory(const Wbook *b, Message *message) {
    if (wbook_checksum(b->directory, b->blocks * 2) != header_word(b, WBOOK_HEADER_DIRECTORY))
        return refuse(b, "its directory is damaged", message);
    for (uint64_t i = 1; i < b->blocks; i++)
        if (directory_block(b, i).first_key < directory_block(b, i - 1).first_key)
            return refuse(b, "its directory is not sorted", message);
    return true;
}

static bool check(Wbook *b, Message *message) {
    if (!check_kind(b, message))
        return false;
    b->rules = &RULES[low_half(header_word(b, WBOOK_HEADER_RULES))];
    b->entries = header_word(b, WBOOK_HEADER_ENTRIES);
    b->positions = header_word(b, WBOOK_HEADER_POSITIONS);
    b->blocks = wbook_blocks(b->entries);
    if (!check_size(b, message))
        return false;
    b->directory = b->bytes + WBOOK_HEADER_SIZE + b->entries * WBOOK_ENTRY_SIZE;
    read_title(b);
    b->touched = calloc(b->blocks + 1, sizeof *b->touched);
    return b->touched != NULL ? check_directory(b, message) : refuse(b, "no memory", message);
}

static bool map_file(Wbook *b, Message *message) {
    struct stat about;
    const int descriptor = open(b->path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return refuse(b, strerror(errno), message);
    bool mapped = fstat(descriptor, &about) == 0 || refuse(b, strerror(errno), message);
    if (mapped && !S_ISREG(about.st_mode))
        mapped = refuse(b, "it is no regular file", message);
    if (mapped && about.st_size > 0) {
        b->size = (size_t)about.st_size;
        void *bytes = mmap(NULL, b->size, PROT_READ, MAP_SHARED, descriptor, 0);
        if (bytes != MAP_FAILED)
            b->bytes = bytes;
        else
            mapped = refuse(b, strerror(errno), message);
    }
    close(descriptor);
    return mapped;
}

Wbook *wbook_open(const char *path, Message *message) {
    Wbook *b = calloc(1, sizeof *b);
    if (b == NULL || (b->path = strdup(path)) == NULL) {
        message_set(message, "no memory");
        free(b);
        return NULL;
    }
    if (map_file(b, message) && check(b, message))
        return b;
    wbook_close(b);
    return NULL;
}

void wbook_close(Wbook *b) {
    if (b == NULL)
        return;
    if (b->bytes != NULL)
        munmap((void *)b->bytes, b->size);
    free(b->touched);
    free(b->path);
    free(b);
}

/* The header's checksum is over the directory's, and that over the blocks'. */
uint64_t wbook_fingerprint(const Wbook *b) {
    return header_word(b, WBOOK_HEADER_CHECKSUM);
}

bool wbook_is_one(const char *path) {
    char begin[WBOOK_WORD];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    const bool is =
        fread(begin, sizeof begin, 1, file) == 1 && memcmp(begin, WBOOK_MAGIC, sizeof begin) == 0;
    fclose(file);
    return is;
}

/* ---- Entries ---- */

static const unsigned char *entry_bytes(const Wbook *b, uint64_t index) {
    return b->bytes + WBOOK_HEADER_SIZE + index * WBOOK_ENTRY_SIZE;
}
static uint64_t entry_key(const Wbook *b, uint64_t index) {
    return wbook_word(entry_bytes(b, index));
}
/* Move (32 bits), weight (16), learnt score (16). */
static uint64_t entry_word(const Wbook *b, uint64_t index) {
    return wbook_word(entry_bytes(b, index) + WBOOK_WORD);
}

static WbookEntry read_entry(const Wbook *b, uint64_t index) {
    const uint64_t word = entry_word(b, index);
    const int learn = (int16_t)(word >> 48);
    return (WbookEntry){.key = entry_key(b, index),
                        .move = book_move_from_code(low_half(word)),
                        .weight = (int)(word >> 32 & WBOOK_WEIGHT_MAX),
                        .learn = learn == WBOOK_NO_LEARN ? SCORE_NONE : learn};
}

static uint64_t block_end(const Wbook *b, uint64_t block) {
    const uint64_t end = (block + 1) * WBOOK_BLOCK_ENTRIES;
    return end < b->entries ? end : b->entries;
}

/* Does entry `index` come behind the one before it? */
static bool is_behind(const Wbook *b, uint64_t index) {
    const uint64_t key = entry_key(b, index), before = entry_key(b, index - 1);
    return key > before ||
           (key == before && low_half(entry_word(b, index)) > low_half(entry_word(b, index - 1)));
}

static bool damaged_block(const Wbook *b, uint64_t block, const char *how, Message *message) {
    return message_set(message,
                       "%.160s: block %" PRIu64 " of %" PRIu64 ", from byte %" PRIu64 " on, %s",
                       b->path, block + 1, b->blocks,
                       WBOOK_HEADER_SIZE + block * WBOOK_BLOCK_ENTRIES * WBOOK_ENTRY_SIZE, how);
}

static bool check_block(const Wbook *b, uint64_t block, Message *message) {
    const uint64_t first = block * WBOOK_BLOCK_ENTRIES, end = block_end(b, block);
    const WbookBlock known = directory_block(b, block);
    if (wbook_checksum(entry_bytes(b, first), (end - first) * WBOOK_ENTRY_WORDS) != known.checksum)
        return damaged_block(b, block, "is damaged", message);
    if (entry_key(b, first) != known.first_key ||
        (block + 1 < b->blocks && directory_block(b, block + 1).first_key < entry_key(b, end - 1)))
        return damaged_block(b, block, "does not fit its directory", message);
    for (uint64_t i = first; i < end; i++) {
        if (i > first && !is_behind(b, i))
            return damaged_block(b, block, "is not sorted", message);
        const WbookEntry e = read_entry(b, i);
        if (e.move >> BOOK_MOVE_BITS != 0 ||
            (e.learn != SCORE_NONE && (e.learn > SCORE_MATE || e.learn < -SCORE_MATE)))
            return damaged_block(b, block, "holds what is no entry", message);
    }
    return true;
}

static bool touch(const Wbook *b, uint64_t block, Message *message) {
    if (atomic_load_explicit(&b->touched[block], memory_order_relaxed) == GOOD)
        return true;
    if (!check_block(b, block, message))
        return false;
    atomic_store_explicit(&b->touched[block], GOOD, memory_order_relaxed);
    return true;
}

bool wbook_entry(const Wbook *b, uint64_t index, WbookEntry *entry, Message *message) {
    if (!touch(b, index / WBOOK_BLOCK_ENTRIES, message))
        return false;
    *entry = read_entry(b, index);
    return true;
}

void wbook_release_before(const Wbook *b, uint64_t index) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = (size_t)(entry_bytes(b, index) - b->bytes) / page * page;
    if (bytes > 0)
        madvise((void *)b->bytes, bytes, MADV_DONTNEED);
}

/* ---- Finding ---- */

/* The first block that may hold an entry of the key: the last that begins with a smaller one, or
 * the first of all. */
static uint64_t find_block(const Wbook *b, uint64_t key) {
    uint64_t low = 0, high = b->blocks; /* block `low` begins below the key, or is the first */
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (directory_block(b, middle).first_key < key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The first entry of a block whose key is not below `key`; the block's end if there is none. */
static uint64_t find_in_block(const Wbook *b, uint64_t block, uint64_t key) {
    uint64_t low = block * WBOOK_BLOCK_ENTRIES, high = block_end(b, block);
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (entry_key(b, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool wbook_find(const Wbook *b, uint64_t key, WbookEntry *entries, int most, int *count,
                Message *message) {
    *count = 0;
    if (b->entries == 0)
        return true;
    const uint64_t block = find_block(b, key);
    if (!touch(b, block, message))
        return false;
    for (uint64_t i = find_in_block(b, block, key); i < b->entries && *count < most; i++) {
        if (i % WBOOK_BLOCK_ENTRIES == 0) {
            /* The directory tells without touching it whether the next block goes on with the key.
             */
            if (directory_block(b, i / WBOOK_BLOCK_ENTRIES).first_key != key)
                break;
            if (!touch(b, i / WBOOK_BLOCK_ENTRIES, message))
                return false;
        }
        const WbookEntry e = read_entry(b, i);
        if (e.key != key)
            break;
        entries[(*count)++] = e;
    }
    return true;
}

static bool is_better(const WbookEntry *a, const WbookEntry *b) {
    const Score learn_a = a->learn == SCORE_NONE ? -SCORE_INFINITE : a->learn,
                learn_b = b->learn == SCORE_NONE ? -SCORE_INFINITE : b->learn;
    if (a->weight != b->weight)
        return a->weight > b->weight;
    return learn_a != learn_b ? learn_a > learn_b : a->move < b->move;
}

bool wbook_probe(const Wbook *b, const Position *pos, WbookEntry entries[MAX_MOVES], int *count,
                 Message *message) {
    int found, legal = 0;
    *count = 0;
    if (pos->rules != b->rules)
        return true;
    if (!wbook_find(b, book_key(pos), entries, MAX_MOVES, &found, message))
        return false;
    for (int i = 0; i < found; i++) {
        const WbookEntry e = entries[i];
        if (!position_is_legal(pos, e.move))
            continue;
        int place = legal++;
        for (; place > 0 && is_better(&e, &entries[place - 1]); place--)
            entries[place] = entries[place - 1];
        entries[place] = e;
    }
    *count = legal;
    return true;
}
