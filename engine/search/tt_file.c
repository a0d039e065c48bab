#include "engine/search/tt_file.h"

#include "bitboard/zobrist.h"
#include "brindle_version.h"
#include "engine/fingerprint.h"

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FORMAT_VERSION = 1,
    TEXT_WORDS = 4, /* 32 bytes */
    TEXT_SIZE = 8 * TEXT_WORDS,
    CHUNK_RECORDS = 1 << 16,
    RECORD_WORDS = 2
};
static const char MAGIC[8] = "BRINHASH";

/* The header's words. */
enum {
    HEADER_MAGIC,
    HEADER_VERSION,
    HEADER_KEY_SCHEME,
    HEADER_MIB,
    HEADER_RULES,
    HEADER_PROGRAM = HEADER_RULES + TEXT_WORDS,
    HEADER_CHECKSUM = HEADER_PROGRAM + TEXT_WORDS,
    HEADER_WORDS
};

/* ---- Checksums ---- */

/* All that an entry's words depend on. */
static uint64_t key_scheme(void) {
    const uint64_t constants[] = {SQUARES, PIECES, SCORE_MATE, tt_layout(), zobrist.black_to_move};
    uint64_t sum = fingerprint_of_words(0, constants, sizeof constants / sizeof constants[0]);
    sum = fingerprint_of_words(sum, &zobrist.piece[0][0], (size_t)PIECES * SQUARES);
    sum = fingerprint_of_words(sum, zobrist.castling, sizeof zobrist.castling / sizeof(Key));
    return fingerprint_of_words(sum, zobrist.en_passant, SQUARES);
}

/* ---- The header ---- */

/* The first byte is the lowest; what does not fit is cut off. */
static void text_to_words(const char *text, size_t length, uint64_t *words, int count) {
    memset(words, 0, (size_t)count * sizeof *words);
    for (size_t i = 0; i < length && i < (size_t)count * 8; i++)
        words[i / 8] |= (uint64_t)(unsigned char)text[i] << i % 8 * 8;
}

static void text_from_words(const uint64_t words[TEXT_WORDS], char text[TEXT_SIZE + 1]) {
    for (size_t i = 0; i < TEXT_SIZE; i++)
        text[i] = (char)(unsigned char)(words[i / 8] >> i % 8 * 8);
    text[TEXT_SIZE] = '\0';
}

static void make_header(const TranspositionTable *tt, const RuleSet *rules,
                        uint64_t header[HEADER_WORDS]) {
    text_to_words(MAGIC, sizeof MAGIC, &header[HEADER_MAGIC], 1);
    header[HEADER_VERSION] = FORMAT_VERSION;
    header[HEADER_KEY_SCHEME] = key_scheme();
    header[HEADER_MIB] = tt->mib;
    text_to_words(rules->name, strlen(rules->name), &header[HEADER_RULES], TEXT_WORDS);
    text_to_words(BRINDLE_VERSION, strlen(BRINDLE_VERSION), &header[HEADER_PROGRAM], TEXT_WORDS);
    header[HEADER_CHECKSUM] = fingerprint_of_words(0, header, HEADER_CHECKSUM);
}

/* Says why a file with this header cannot be loaded, if it cannot. */
static bool accept_header(const uint64_t header[HEADER_WORDS], const RuleSet *rules,
                          const char *path, Message *message) {
    uint64_t magic;
    char text[TEXT_SIZE + 1];
    text_to_words(MAGIC, sizeof MAGIC, &magic, 1);
    if (header[HEADER_MAGIC] != magic)
        return message_set(message, "'%.160s' is no hash file", path);
    if (header[HEADER_VERSION] != FORMAT_VERSION)
        return message_set(message,
                           "hash file '%.160s': its format is version %" PRIu64
                           ", this program reads version %d",
                           path, header[HEADER_VERSION], FORMAT_VERSION);
    if (header[HEADER_CHECKSUM] != fingerprint_of_words(0, header, HEADER_CHECKSUM))
        return message_set(message, "hash file '%.160s': its header is damaged", path);
    if (header[HEADER_KEY_SCHEME] != key_scheme()) {
        text_from_words(&header[HEADER_PROGRAM], text);
        return message_set(message,
                           "hash file '%.160s': Brindle %s, which wrote it, has other hash keys",
                           path, text);
    }
    text_from_words(&header[HEADER_RULES], text);
    if (strcmp(text, rules->name) != 0)
        return message_set(message, "hash file '%.160s': it is about %s, not about %s", path, text,
                           rules->name);
    return true;
}

/* ---- Writing ---- */

typedef struct {
    FILE *file;
    bool failed;
    int error; /* errno of the failure */
    uint64_t sum;
    uint64_t written; /* records */
} Writer;

/* Only the first failure counts. */
static void note_failure(Writer *w) {
    w->error = w->failed ? w->error : errno;
    w->failed = true;
}

/* Whole words, in the file's order of bytes; `words` is changed. */
static void write_words(Writer *w, uint64_t *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        words[i] = htole64(words[i]);
    if (!w->failed && fwrite(words, sizeof *words, count, w->file) != count)
        note_failure(w);
}

/* An empty chunk is the end of the file. */
static void write_chunk(Writer *w, uint64_t *words, uint64_t records) {
    uint64_t total = w->written += records;
    w->sum = fingerprint_of_words(w->sum, &records, 1);
    w->sum = records > 0 ? fingerprint_of_words(w->sum, words, (size_t)records * RECORD_WORDS)
                         : fingerprint_of_words(w->sum, &total, 1);
    uint64_t head[2] = {records, w->sum};
    write_words(w, head, 2);
    if (records > 0)
        write_words(w, words, (size_t)records * RECORD_WORDS);
    else
        write_words(w, &total, 1);
}

static void write_table(Writer *w, const TranspositionTable *tt, const RuleSet *rules,
                        uint64_t *words) {
    uint64_t header[HEADER_WORDS], count = 0;
    make_header(tt, rules, header);
    w->sum = header[HEADER_CHECKSUM];
    write_words(w, header, HEADER_WORDS);
    /* A table that has not been used is not looked through: that would fetch all its memory. */
    const size_t buckets = atomic_load(&tt->used) ? tt->count : 0;
    for (size_t b = 0; b < buckets && !w->failed; b++) {
        TTRecord records[TT_BUCKET];
        const int found = tt_export(tt, b, records);
        for (int i = 0; i < found; i++, count++) {
            words[count * RECORD_WORDS] = records[i].key_and_age;
            words[count * RECORD_WORDS + 1] = records[i].data;
        }
        if (count > CHUNK_RECORDS - TT_BUCKET) {
            write_chunk(w, words, count);
            count = 0;
        }
    }
    if (count > 0)
        write_chunk(w, words, count);
    write_chunk(w, words, 0);
}

/* Everything on the disk before the name changes; false and errno if that fails. */
static bool finish(Writer *w, const char *temporary, const char *path) {
    if (fflush(w->file) != 0 || fsync(fileno(w->file)) != 0)
        note_failure(w);
    if (fclose(w->file) != 0)
        note_failure(w);
    if (!w->failed && rename(temporary, path) != 0)
        note_failure(w);
    if (w->failed) {
        unlink(temporary);
        errno = w->error;
    }
    return !w->failed;
}

/* `path` is no symbolic link: it is the file itself that is replaced. */
static bool save_to(const TranspositionTable *tt, const RuleSet *rules, const char *path,
                    Message *message) {
    enum { SUFFIX_SIZE = 32 };
    Writer w = {.file = NULL};
    const size_t size = strlen(path) + SUFFIX_SIZE;
    char *temporary = malloc(size);
    uint64_t *words = malloc(CHUNK_RECORDS * RECORD_WORDS * sizeof(uint64_t));
    bool saved = false;
    if (temporary != NULL && words != NULL) {
        snprintf(temporary, size, "%s.tmp-%ld", path, (long)getpid());
        w.file = fopen(temporary, "wb");
    }
    if (w.file != NULL) {
        write_table(&w, tt, rules, words);
        saved = finish(&w, temporary, path);
    }
    if (saved)
        message_set(message, "hash file '%.160s': %" PRIu64 " entries saved", path, w.written);
    else
        message_set(message, "hash file '%.160s' cannot be written: %s", path, strerror(errno));
    free(words);
    free(temporary);
    return saved;
}

bool tt_save(const TranspositionTable *tt, const RuleSet *rules, const char *path,
             Message *message) {
    struct stat about;
    if (stat(path, &about) != 0)
        return save_to(tt, rules, path, message);
    if (!S_ISREG(about.st_mode))
        return message_set(message, "hash file '%.160s' cannot be written: it is no regular file",
                           path);
    char *real = realpath(path, NULL);
    if (real == NULL)
        return message_set(message, "hash file '%.160s' cannot be written: %s", path,
                           strerror(errno));
    const bool saved = save_to(tt, rules, real, message);
    free(real);
    return saved;
}

/* ---- Reading ---- */

typedef struct {
    FILE *file;
    const char *path;
    uint64_t sum;
    uint64_t read;      /* records */
    uint64_t old_mib;   /* of the table that was saved */
    uint64_t *words;    /* room for a chunk */
    const char *damage; /* what is wrong */
} Reader;

static bool read_words(Reader *r, uint64_t *words, size_t count) {
    if (fread(words, sizeof *words, count, r->file) != count) {
        r->damage = ferror(r->file) ? "it cannot be read" : "it is cut short";
        return false;
    }
    for (size_t i = 0; i < count; i++)
        words[i] = le64toh(words[i]);
    return true;
}

static bool damaged(Reader *r, const char *damage) {
    r->damage = damage;
    return false;
}

/* What follows the header of an empty chunk. */
static bool read_end(Reader *r, uint64_t wanted) {
    uint64_t total;
    if (!read_words(r, &total, 1))
        return false;
    if (fingerprint_of_words(r->sum, &total, 1) != wanted || total != r->read)
        return damaged(r, "its end is damaged");
    return fgetc(r->file) == EOF || damaged(r, "something follows its end");
}

static bool read_chunk(Reader *r, uint64_t records, uint64_t wanted) {
    if (records > CHUNK_RECORDS)
        return damaged(r, "it is damaged");
    const size_t count = (size_t)records * RECORD_WORDS;
    if (!read_words(r, r->words, count))
        return false;
    r->sum = fingerprint_of_words(r->sum, r->words, count);
    if (r->sum != wanted)
        return damaged(r, "it is damaged");
    for (size_t i = 0; i < count; i += RECORD_WORDS) {
        const TTRecord record = {.key_and_age = r->words[i], .data = r->words[i + 1]};
        if (!tt_record_is_sound(&record))
            return damaged(r, "it has an impossible entry");
    }
    return true;
}

/* Reads everything behind the header, and puts it into a table unless `tt` is NULL. */
static bool read_chunks(Reader *r, TranspositionTable *tt) {
    for (r->read = 0;;) {
        uint64_t head[2];
        if (!read_words(r, head, 2))
            return false;
        const uint64_t records = head[0];
        r->sum = fingerprint_of_words(r->sum, &records, 1);
        if (records == 0)
            return read_end(r, head[1]);
        if (!read_chunk(r, records, head[1]))
            return false;
        r->read += records;
        for (size_t i = 0; tt != NULL && i < records; i++) {
            const TTRecord record = {.key_and_age = r->words[i * RECORD_WORDS],
                                     .data = r->words[i * RECORD_WORDS + 1]};
            tt_import(tt, &record);
        }
    }
}

static bool read_header(Reader *r, const RuleSet *rules, Message *message) {
    uint64_t header[HEADER_WORDS];
    rewind(r->file);
    if (!read_words(r, header, HEADER_WORDS))
        return message_set(message, "'%.160s' is no hash file, or the beginning of one", r->path);
    r->sum = header[HEADER_CHECKSUM];
    r->old_mib = header[HEADER_MIB];
    return accept_header(header, rules, r->path, message);
}

/* Twice: a file is only let into the table once all of it has proved sound. */
static bool load_from(Reader *r, TranspositionTable *tt, const RuleSet *rules, Message *message) {
    if (!read_header(r, rules, message))
        return false;
    if (!read_chunks(r, NULL))
        return message_set(message, "hash file '%.160s': %s; nothing is loaded", r->path,
                           r->damage);
    if (!read_header(r, rules, message))
        return false;
    tt_clear(tt);
    if (!read_chunks(r, tt)) {
        tt_clear(tt);
        return message_set(
            message, "hash file '%.160s' changed while it was read; the hash is empty", r->path);
    }
    message_set(message,
                "hash file '%.160s': %" PRIu64 " entries loaded, from a table of %" PRIu64 " MiB",
                r->path, r->read, r->old_mib);
    return true;
}

bool tt_load(TranspositionTable *tt, const RuleSet *rules, const char *path, Message *message) {
    struct stat about;
    if (stat(path, &about) != 0)
        return message_set(message, "hash file '%.160s': %s", path, strerror(errno));
    if (!S_ISREG(about.st_mode)) /* a pipe might never say anything */
        return message_set(message, "hash file '%.160s': it is no regular file", path);
    Reader r = {.path = path};
    r.file = fopen(path, "rb");
    if (r.file == NULL)
        return message_set(message, "hash file '%.160s': %s", path, strerror(errno));
    r.words = malloc(CHUNK_RECORDS * RECORD_WORDS * sizeof(uint64_t));
    const bool loaded = r.words != NULL ? load_from(&r, tt, rules, message)
                                        : message_set(message, "no memory to read a hash file");
    free(r.words);
    fclose(r.file);
    return loaded;
}
