#include "engine/data/data_block.h"
#include "engine/data/data_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct DataReader {
    char *name, *text;
    int descriptor;
    int64_t size; /* of the file as it was opened: what is appended later is not read */
    int64_t next; /* where the next block begins */
    int64_t torn;
    int64_t in_vain; /* bytes of blocks that were read and are broken */
    /* The present block, as far as it has been read. */
    uint8_t *block;
    size_t room;
    int64_t block_offset;
    DataBlockHead head;
    uint32_t games;
    ByteCursor cursor;
};

/* ---- Bytes of the file ---- */

/* As many of `count` bytes as there are; -1, and a message, on a read error. */
static int64_t read_at(const DataReader *r, int64_t offset, uint8_t *bytes, size_t count,
                       Message *message) {
    size_t done = 0;
    while (done < count && offset + (int64_t)done < r->size) {
        const ssize_t got =
            pread(r->descriptor, bytes + done, count - done, offset + (int64_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            message_set(message, "%.200s: it cannot be read: %s", r->name, strerror(errno));
            return -1;
        }
        if (got == 0)
            break;
        done += (size_t)got;
    }
    const int64_t left = r->size - offset;
    return (int64_t)done < left ? (int64_t)done : left;
}

/* ---- Opening ---- */

static bool open_file(DataReader *r, const char *file, Message *message) {
    struct stat about;
    r->descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (r->descriptor < 0 || fstat(r->descriptor, &about) != 0)
        return message_set(message, "%.200s: %s", file, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return message_set(message, "%.200s: it is no regular file", file);
    r->size = about.st_size;
    return true;
}

static bool read_header(DataReader *r, Message *message) {
    uint8_t fixed[DATA_HEADER_FIXED];
    uint32_t length;
    Message why;
    const int64_t got = read_at(r, 0, fixed, sizeof fixed, message);
    if (got < 0)
        return false;
    if (got < DATA_HEADER_FIXED)
        return message_set(message, "%.200s: it is no file of games that Brindle writes", r->name);
    if (!data_header_read(fixed, &length, &why))
        return message_set(message, "%.200s: %s", r->name, why.text);
    const size_t size = sizeof fixed + length;
    uint8_t *whole = malloc(size + DATA_CHECKSUM_SIZE);
    if (whole == NULL)
        return message_set(message, "no memory");
    const int64_t there = read_at(r, 0, whole, size + DATA_CHECKSUM_SIZE, message);
    bool good = there >= 0;
    if (good && (there < (int64_t)size + DATA_CHECKSUM_SIZE ||
                 word_at(whole + size) != data_checksum(whole, size) ||
                 memchr(whole + sizeof fixed, '\0', length) != NULL))
        good = message_set(message, "%.200s: its header, the first %zu bytes, is damaged", r->name,
                           size + DATA_CHECKSUM_SIZE);
    if (good) {
        whole[size] = '\0'; /* the checksum has been looked at */
        r->text = strdup((const char *)whole + sizeof fixed);
        r->next = (int64_t)size + DATA_CHECKSUM_SIZE;
        good = r->text != NULL || message_set(message, "no memory");
    }
    free(whole);
    return good;
}

DataReader *data_reader_open(const char *file, Message *message) {
    DataReader *r = calloc(1, sizeof *r);
    char *name = strdup(file);
    if (r == NULL || name == NULL) {
        message_set(message, "no memory");
        free(r);
        free(name);
        return NULL;
    }
    r->name = name;
    if (open_file(r, file, message) && read_header(r, message))
        return r;
    data_reader_close(r);
    return NULL;
}

void data_reader_close(DataReader *r) {
    if (r == NULL)
        return;
    if (r->descriptor >= 0)
        close(r->descriptor);
    free(r->block);
    free(r->text);
    free(r->name);
    free(r);
}

const char *data_reader_text(const DataReader *r) {
    return r->text;
}
int64_t data_reader_size(const DataReader *r) {
    return r->size;
}
int64_t data_reader_offset(const DataReader *r) {
    return r->next;
}
int64_t data_reader_torn(const DataReader *r) {
    return r->torn;
}

/* ---- Blocks ---- */

typedef enum { BLOCK_WHOLE, BLOCK_BROKEN, BLOCK_UNREADABLE } BlockState;

/* Reads the block that may begin at an offset into r->block. */
static BlockState read_block(DataReader *r, int64_t offset, Message *message) {
    uint8_t bytes[DATA_BLOCK_HEAD];
    int64_t got = read_at(r, offset, bytes, sizeof bytes, message);
    if (got < 0)
        return BLOCK_UNREADABLE;
    if (got < DATA_BLOCK_HEAD || !data_block_read(bytes, &r->head) ||
        (int64_t)r->head.size > r->size - offset - DATA_BLOCK_HEAD)
        return BLOCK_BROKEN;
    /* Broken blocks of a file that was written as such lie side by side, and each is looked at
     * twice at most.  One made to waste time has heads that claim the same bytes over and over. */
    if (r->in_vain > 2 * r->size) {
        message_set(message, "%.200s: it is damaged in too many places", r->name);
        return BLOCK_UNREADABLE;
    }
    if (r->block == NULL || r->head.size > r->room) { /* also for a block without any bytes */
        const size_t room = r->head.size > 0 ? r->head.size : 1;
        uint8_t *block = realloc(r->block, room);
        if (block == NULL) {
            message_set(message, "no memory for a block of %" PRIu32 " bytes", r->head.size);
            return BLOCK_UNREADABLE;
        }
        r->block = block;
        r->room = room;
    }
    got = read_at(r, offset + DATA_BLOCK_HEAD, r->block, r->head.size, message);
    if (got < 0)
        return BLOCK_UNREADABLE;
    if (got == (int64_t)r->head.size && data_checksum(r->block, r->head.size) == r->head.checksum)
        return BLOCK_WHOLE;
    r->in_vain += r->head.size;
    return BLOCK_BROKEN;
}

/* Looks for a whole block from an offset on; *found is -1 if there is none. */
static BlockState find_block(DataReader *r, int64_t offset, int64_t *found, Message *message) {
    enum { CHUNK = 1 << 16 };
    uint8_t *chunk = malloc(CHUNK);
    *found = -1;
    if (chunk == NULL) {
        message_set(message, "no memory");
        return BLOCK_UNREADABLE;
    }
    BlockState state = BLOCK_BROKEN;
    while (state == BLOCK_BROKEN && offset < r->size) {
        const int64_t got = read_at(r, offset, chunk, CHUNK, message);
        if (got <= 0) {
            state = got < 0 ? BLOCK_UNREADABLE : state;
            break;
        }
        const uint8_t *at = chunk, *end = chunk + got;
        while (state == BLOCK_BROKEN &&
               (at = memchr(at, DATA_MARK[0], (size_t)(end - at))) != NULL) {
            *found = offset + (at - chunk);
            state = read_block(r, *found, message);
            at++;
        }
        offset += got;
    }
    free(chunk);
    return state;
}

/* Is what stands from here to the end the beginning of a block, or the zeros that a power cut may
 * leave in its place? */
static bool is_torn(const DataReader *r, int64_t offset) {
    uint8_t bytes[DATA_BLOCK_HEAD];
    DataBlockHead head;
    Message why;
    const int64_t got = read_at(r, offset, bytes, sizeof bytes, &why);
    const int64_t mark = got < DATA_MARK_SIZE ? got : DATA_MARK_SIZE;
    if (got <= 0)
        return false;
    if (got < DATA_BLOCK_HEAD && memcmp(bytes, DATA_MARK, (size_t)mark) == 0)
        return true;
    if (got == DATA_BLOCK_HEAD && data_block_read(bytes, &head))
        return (int64_t)head.size > r->size - offset - DATA_BLOCK_HEAD;
    for (int64_t at = offset; at < r->size; at += DATA_BLOCK_HEAD) {
        const int64_t count = read_at(r, at, bytes, sizeof bytes, &why);
        for (int64_t i = 0; i < count; i++)
            if (bytes[i] != 0)
                return false;
        if (count <= 0)
            return false;
    }
    return true;
}

static DataStatus status_of_broken(DataReader *r, Message *message) {
    const int64_t broken = r->next;
    int64_t found;
    const BlockState state = find_block(r, broken + 1, &found, message);
    if (state == BLOCK_UNREADABLE)
        return DATA_FAILED;
    r->next = state == BLOCK_WHOLE ? found : r->size;
    if (state == BLOCK_WHOLE)
        message_set(message,
                    "%.200s: damaged at byte %" PRId64 "; the next whole block begins at byte "
                    "%" PRId64,
                    r->name, broken, found);
    else if (is_torn(r, broken)) {
        r->torn = r->size - broken;
        return DATA_END;
    } else
        message_set(message, "%.200s: damaged from byte %" PRId64 " to the end", r->name, broken);
    return DATA_DAMAGED;
}

static DataStatus next_block(DataReader *r, Message *message) {
    if (r->next >= r->size)
        return DATA_END;
    switch (read_block(r, r->next, message)) {
    case BLOCK_WHOLE: break;
    case BLOCK_BROKEN: return status_of_broken(r, message);
    case BLOCK_UNREADABLE: return DATA_FAILED;
    }
    r->block_offset = r->next;
    r->next += DATA_BLOCK_HEAD + (int64_t)r->head.size;
    r->games = 0;
    r->cursor = (ByteCursor){r->block, r->block + r->head.size, false};
    return DATA_GAME;
}

/* ---- Games ---- */

static DataStatus broken_game(DataReader *r, const char *why, Message *message) {
    r->cursor.at = r->cursor.end; /* what follows in this block is not trusted */
    message_set(message, "%.160s: game %" PRIu32 " of the block at byte %" PRId64 ": %s", r->name,
                r->games, r->block_offset, why);
    return DATA_DAMAGED;
}

/* The bytes of the next game. */
static DataStatus next_record(DataReader *r, const uint8_t **record, size_t *size,
                              Message *message) {
    while (r->cursor.at == r->cursor.end) {
        const DataStatus status = next_block(r, message);
        if (status != DATA_GAME)
            return status;
        if (r->head.size == 0)
            return broken_game(r, "the block is empty", message);
    }
    r->games++;
    const uint64_t length = cursor_number(&r->cursor);
    if (r->cursor.bad || length > (uint64_t)(r->cursor.end - r->cursor.at))
        return broken_game(r, "it is cut short", message);
    *record = r->cursor.at;
    *size = (size_t)length;
    r->cursor.at += length;
    if (r->games > r->head.games || (r->cursor.at == r->cursor.end && r->games != r->head.games))
        return broken_game(r, "the block holds another number of games than it says", message);
    return DATA_GAME;
}

/* Reads the next game into `game`, or only its head into `head`. */
static DataStatus next_game(DataReader *r, DataGame *game, DataHead *head, Message *message) {
    const uint8_t *record;
    size_t size;
    Message why;
    const DataStatus status = next_record(r, &record, &size, message);
    if (status != DATA_GAME)
        return status;
    const bool good = game != NULL ? data_game_decode(record, size, game, &why)
                                   : data_head_decode(record, size, head, &why);
    return good ? DATA_GAME : broken_game(r, why.text, message);
}

DataStatus data_read(DataReader *r, DataGame *game, Message *message) {
    return next_game(r, game, NULL, message);
}

DataStatus data_read_head(DataReader *r, DataHead *head, Message *message) {
    return next_game(r, NULL, head, message);
}
