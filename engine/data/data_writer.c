#include "engine/data/data_block.h"
#include "engine/data/data_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct DataWriter {
    char *name;
    int descriptor;
    bool owns_descriptor;
    int64_t size;     /* of the file, as far as it counts */
    ByteBuffer block; /* in the making: room for its head, then games */
    ByteBuffer record;
    uint32_t games; /* in it */
};

/* ---- Bytes ---- */

static bool fail(const DataWriter *w, Message *message) {
    return message_set(message, "%.200s: it cannot be written: %s", w->name, strerror(errno));
}

/* All or nothing: what could be written of it is taken back. */
static bool write_bytes(DataWriter *w, const ByteBuffer *bytes, Message *message) {
    for (size_t done = 0; done < bytes->size;) {
        const ssize_t wrote = write(w->descriptor, bytes->bytes + done, bytes->size - done);
        if (wrote < 0 && errno != EINTR) {
            fail(w, message);
            if (ftruncate(w->descriptor, w->size) == 0)
                (void)lseek(w->descriptor, w->size, SEEK_SET);
            return false;
        }
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    w->size += (int64_t)bytes->size;
    return true;
}

static bool begin_block(DataWriter *w) {
    static const uint8_t head[DATA_BLOCK_HEAD] = {0};
    w->block.size = 0;
    w->games = 0;
    return buffer_add(&w->block, head, sizeof head);
}

/* ---- Beginning ---- */

static DataWriter *writer_new(const char *name, Message *message) {
    DataWriter *w = calloc(1, sizeof *w);
    if (w != NULL) {
        w->descriptor = -1;
        w->name = strdup(name);
    }
    if (w != NULL && w->name != NULL && begin_block(w))
        return w;
    message_set(message, "no memory");
    data_writer_close(w);
    return NULL;
}

DataWriter *data_writer_new(int descriptor, const char *name, const char *text, Message *message) {
    DataWriter *w = writer_new(name, message);
    ByteBuffer header = {NULL, 0, 0};
    if (w == NULL)
        return NULL;
    w->descriptor = descriptor;
    bool written = data_header_build(&header, text) ||
                   message_set(message, "%.200s: the text of its header is too long", name);
    written = written && write_bytes(w, &header, message);
    buffer_free(&header);
    if (written)
        return w;
    data_writer_close(w);
    return NULL;
}

static bool open_file(DataWriter *w, Message *message) {
    struct stat about;
    w->owns_descriptor = true;
    w->descriptor = open(w->name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (w->descriptor < 0 || fstat(w->descriptor, &about) != 0)
        return fail(w, message);
    if (!S_ISREG(about.st_mode))
        return message_set(message, "%.200s: it is no regular file", w->name);
    if (flock(w->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return message_set(message, "%.200s: another program is writing it", w->name);
    /* Its size may have changed while somebody else held the lock. */
    if (fstat(w->descriptor, &about) != 0)
        return fail(w, message);
    w->size = about.st_size;
    return true;
}

/* Was the writing of this header, or of nothing yet, what was interrupted? */
static bool is_unfinished_header(const DataWriter *w, const ByteBuffer *header) {
    uint8_t *there = malloc(header->size);
    bool unfinished = false;
    if (there != NULL && w->size < (int64_t)header->size)
        unfinished = pread(w->descriptor, there, (size_t)w->size, 0) == w->size &&
                     memcmp(there, header->bytes, (size_t)w->size) == 0;
    free(there);
    return unfinished;
}

static bool begin_file(DataWriter *w, const ByteBuffer *header, Message *message) {
    w->size = 0;
    if (ftruncate(w->descriptor, 0) != 0 || lseek(w->descriptor, 0, SEEK_SET) != 0)
        return fail(w, message);
    return write_bytes(w, header, message);
}

/* ---- Going on with a file ---- */

static bool check_text(const DataWriter *w, const char *there, const char *text, Message *message) {
    char key[32], old[64] = "", wanted[64] = "";
    if (data_text_is_same(there, text))
        return true;
    if (data_text_difference(text, there, key, sizeof key)[0] == '\0')
        data_text_difference(there, text, key, sizeof key);
    const bool has = data_text_value(there, key, old, sizeof old);
    data_text_value(text, key, wanted, sizeof wanted);
    return message_set(message, "%.160s: it was begun otherwise: its '%s' is %s, not %s", w->name,
                       key, has ? old : "missing", wanted[0] != '\0' ? wanted : "missing");
}

static bool visit_games(DataReader *reader, DataVisit visit, void *context, Message *message) {
    DataHead head;
    Message why;
    for (;;)
        switch (data_read_head(reader, &head, &why)) {
        case DATA_GAME:
            if (!visit(context, &head, message))
                return false;
            break;
        case DATA_END: return true;
        case DATA_DAMAGED:
            return message_set(message,
                               "%.220s; it is left alone ('brindle data merge NEW OLD "
                               "--skip-damaged' saves what is whole)",
                               why.text);
        case DATA_FAILED: *message = why; return false;
        }
}

static bool go_on(DataWriter *w, const char *text, DataVisit visit, void *context, int64_t *torn,
                  Message *message) {
    DataReader *reader = data_reader_open(w->name, message);
    bool good = reader != NULL && check_text(w, data_reader_text(reader), text, message) &&
                visit_games(reader, visit, context, message);
    if (good) {
        *torn = data_reader_torn(reader);
        w->size = data_reader_size(reader) - *torn;
        if ((*torn > 0 && ftruncate(w->descriptor, w->size) != 0) ||
            lseek(w->descriptor, w->size, SEEK_SET) < 0)
            good = fail(w, message);
    }
    data_reader_close(reader);
    return good;
}

DataWriter *data_writer_append(const char *file, const char *text, DataVisit visit, void *context,
                               int64_t *torn, Message *message) {
    DataWriter *w = writer_new(file, message);
    ByteBuffer header = {NULL, 0, 0};
    *torn = 0;
    if (w == NULL)
        return NULL;
    bool good = data_header_build(&header, text) ||
                message_set(message, "%.200s: the text of its header is too long", file);
    good = good && open_file(w, message);
    if (good && is_unfinished_header(w, &header))
        good = begin_file(w, &header, message);
    else
        good = good && go_on(w, text, visit, context, torn, message);
    buffer_free(&header);
    if (good)
        return w;
    data_writer_close(w);
    return NULL;
}

/* ---- Games ---- */

bool data_writer_add_record(DataWriter *w, const uint8_t *record, size_t size, Message *message) {
    if (size > DATA_BLOCK_MAX / 2)
        return message_set(message, "%.200s: a game of %zu bytes is too long", w->name, size);
    /* A block that is full makes room by itself: so many games at once come from converters. */
    if (w->block.size > DATA_BLOCK_GOOD && !data_writer_commit(w, message))
        return false;
    const size_t before = w->block.size;
    if (!buffer_add_number(&w->block, size) || !buffer_add(&w->block, record, size)) {
        w->block.size = before;
        return message_set(message, "no memory for a block");
    }
    w->games++;
    return true;
}

bool data_writer_add(DataWriter *w, const DataGame *game, Message *message) {
    w->record.size = 0;
    return data_game_encode(game, &w->record, message) &&
           data_writer_add_record(w, w->record.bytes, w->record.size, message);
}

bool data_writer_commit(DataWriter *w, Message *message) {
    if (w->games == 0)
        return true;
    data_block_seal(w->block.bytes, w->block.size - DATA_BLOCK_HEAD, w->games);
    if (!write_bytes(w, &w->block, message))
        return false;
    return begin_block(w) || message_set(message, "no memory for a block");
}

bool data_writer_sync(DataWriter *w, Message *message) {
    return fdatasync(w->descriptor) == 0 || fail(w, message);
}

int64_t data_writer_size(const DataWriter *w) {
    return w->size;
}

void data_writer_close(DataWriter *w) {
    if (w == NULL)
        return;
    if (w->owns_descriptor && w->descriptor >= 0)
        close(w->descriptor);
    buffer_free(&w->block);
    buffer_free(&w->record);
    free(w->name);
    free(w);
}
