#include "engine/wbook/wbook_writer.h"

#include "engine/wbook/wbook_format.h"

#include <errno.h>
#include <stdlib.h>

struct WbookWriter {
    FILE *out;
    const char *path;
    uint64_t header[WBOOK_HEADER_WORDS];
    unsigned char block[WBOOK_BLOCK_ENTRIES * WBOOK_ENTRY_SIZE];
    unsigned char *directory;
    size_t blocks, room;
    int in_block;
    uint64_t entries, positions;
    uint64_t last_key;
    Move last_move;
};

static bool cannot_write(const WbookWriter *w, Message *message) {
    return message_set(message, "%.200s: %s", w->path,
                       errno != 0 ? strerror(errno) : "it cannot be written");
}

static void put_word(unsigned char *bytes, uint64_t word) {
    word = htole64(word);
    memcpy(bytes, &word, sizeof word);
}

static bool put_bytes(WbookWriter *w, const unsigned char *bytes, size_t size, Message *message) {
    errno = 0;
    return size == 0 || fwrite(bytes, size, 1, w->out) == 1 || cannot_write(w, message);
}

static bool put_header(WbookWriter *w, Message *message) {
    unsigned char bytes[WBOOK_HEADER_SIZE];
    for (int i = 0; i < WBOOK_HEADER_WORDS; i++)
        put_word(bytes + i * WBOOK_WORD, w->header[i]);
    put_word(bytes + WBOOK_HEADER_CHECKSUM * WBOOK_WORD,
             wbook_checksum(bytes, WBOOK_HEADER_CHECKSUM));
    return put_bytes(w, bytes, sizeof bytes, message);
}

WbookWriter *wbook_writer_new(FILE *out, const char *path, const RuleSet *rules, const char *title,
                              Message *message) {
    WbookWriter *w = calloc(1, sizeof *w);
    if (w == NULL) {
        message_set(message, "no memory");
        return NULL;
    }
    unsigned char text[WBOOK_TITLE_SIZE] = {0};
    memcpy(text, title, strnlen(title, WBOOK_TITLE_SIZE - 1));
    w->out = out;
    w->path = path;
    w->header[WBOOK_HEADER_MAGIC] = wbook_word((const unsigned char *)WBOOK_MAGIC);
    w->header[WBOOK_HEADER_VERSION] = WBOOK_VERSION | (uint64_t)WBOOK_ENTRY_SIZE << 32;
    w->header[WBOOK_HEADER_RULES] = (uint64_t)(rules - RULES) | (uint64_t)BOOK_KEY_SCHEME << 32;
    w->header[WBOOK_HEADER_BLOCK] = WBOOK_BLOCK_ENTRIES;
    for (size_t i = 0; i < WBOOK_TITLE_WORDS; i++)
        w->header[WBOOK_HEADER_TITLE + i] = wbook_word(text + i * WBOOK_WORD);
    /* The place is kept by what is no book yet. */
    static const unsigned char nothing[WBOOK_HEADER_SIZE];
    if (put_bytes(w, nothing, sizeof nothing, message))
        return w;
    wbook_writer_free(w);
    return NULL;
}

uint64_t wbook_writer_entries(const WbookWriter *w) {
    return w->entries;
}

void wbook_writer_free(WbookWriter *w) {
    if (w == NULL)
        return;
    free(w->directory);
    free(w);
}

static bool end_block(WbookWriter *w, Message *message) {
    if (w->in_block == 0)
        return true;
    if (w->blocks == w->room) {
        const size_t room = w->room > 0 ? 2 * w->room : 64;
        unsigned char *directory = realloc(w->directory, room * WBOOK_DIRECTORY_ENTRY);
        if (directory == NULL)
            return message_set(message, "no memory for the directory of a book");
        w->directory = directory;
        w->room = room;
    }
    unsigned char *place = w->directory + w->blocks * sizeof(WbookBlock);
    put_word(place, wbook_word(w->block));
    put_word(place + WBOOK_WORD, wbook_checksum(w->block, (size_t)w->in_block * WBOOK_ENTRY_WORDS));
    w->blocks++;
    const size_t size = (size_t)w->in_block * WBOOK_ENTRY_SIZE;
    w->in_block = 0;
    return put_bytes(w, w->block, size, message);
}

bool wbook_writer_add(WbookWriter *w, const WbookEntry *e, Message *message) {
    const uint32_t move = book_move_code(e->move);
    if (w->entries > 0 &&
        (e->key < w->last_key || (e->key == w->last_key && e->move <= w->last_move)))
        return message_set(message, "%.200s: entries are not in their order", w->path);
    if (move >> BOOK_MOVE_BITS != 0 || e->weight < 0 || e->weight > WBOOK_WEIGHT_MAX ||
        (e->learn != SCORE_NONE && (e->learn > SCORE_MATE || e->learn < -SCORE_MATE)))
        return message_set(message, "%.200s: an entry is out of range", w->path);
    const int learn = e->learn == SCORE_NONE ? WBOOK_NO_LEARN : e->learn;
    unsigned char *place = w->block + (size_t)w->in_block * WBOOK_ENTRY_SIZE;
    put_word(place, e->key);
    put_word(place + WBOOK_WORD,
             move | (uint64_t)e->weight << 32 | (uint64_t)(uint16_t)(int16_t)learn << 48);
    w->positions += w->entries == 0 || e->key != w->last_key;
    w->last_key = e->key;
    w->last_move = e->move;
    w->entries++;
    return ++w->in_block < WBOOK_BLOCK_ENTRIES || end_block(w, message);
}

bool wbook_writer_finish(WbookWriter *w, Message *message) {
    if (!end_block(w, message) ||
        !put_bytes(w, w->directory, w->blocks * sizeof(WbookBlock), message))
        return false;
    w->header[WBOOK_HEADER_ENTRIES] = w->entries;
    w->header[WBOOK_HEADER_POSITIONS] = w->positions;
    w->header[WBOOK_HEADER_DIRECTORY] = wbook_checksum(w->directory, w->blocks * 2);
    errno = 0;
    if (fseek(w->out, 0, SEEK_SET) != 0)
        return cannot_write(w, message);
    return put_header(w, message) &&
           ((fflush(w->out) == 0 && fseek(w->out, 0, SEEK_END) == 0) || cannot_write(w, message));
}
