/*
 * Files of games, as share/formats.md describes them: a header with text that says where the games
 * come from, then blocks of games, each with its length and checksums.
 *
 * A block counts when all of it is in the file.  Whatever ends a program that appends, the file
 * can be read up to its last whole block, and appended to again.
 */
#ifndef BRINDLE_ENGINE_DATA_DATA_FILE_H
#define BRINDLE_ENGINE_DATA_DATA_FILE_H

#include "engine/data/data_game.h"

#include <stdint.h>

enum {
    DATA_VERSION = 1,
    DATA_TEXT_MAX = 1 << 16,  /* bytes of the header's text */
    DATA_BLOCK_MAX = 1 << 24, /* bytes of a block's games */
    DATA_BLOCK_GOOD = 1 << 16 /* what fills a block where many games are written at once */
};

/* ---- The header's text: lines "key value" ---- */

/* Appends a line; line ends in the value become blanks.  False if memory is out. */
bool data_text_add(ByteBuffer *text, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same run?  Compares all lines but "created-by", which may be another version. */
bool data_text_is_same(const char *a, const char *b);
/* The first key whose line in `a` is another one in `b`, or not there; "" if none is.  Returns
 * `key` (`size` bytes). */
char *data_text_difference(const char *a, const char *b, char *key, size_t size);
/* The value of a key; false if there is none. */
bool data_text_value(const char *text, const char *key, char *value, size_t size);

/* ---- Reading ---- */

typedef struct DataReader DataReader;

typedef enum {
    DATA_GAME,    /* a game was read */
    DATA_END,     /* there are no more */
    DATA_DAMAGED, /* something here is broken: the message says where; the next call goes on behind
                     it */
    DATA_FAILED   /* the file cannot be read on (read error, no memory): the message says why */
} DataStatus;

/* Opens a regular file and reads its header.  NULL, and a message, if that cannot be done. */
DataReader *data_reader_open(const char *file, Message *message);
void data_reader_close(DataReader *reader);
/* The header's text, and bytes of file and header. */
const char *data_reader_text(const DataReader *reader);
int64_t data_reader_size(const DataReader *reader);
/* How far the reading is, in bytes. */
int64_t data_reader_offset(const DataReader *reader);
/* After DATA_END: bytes of a block at the end that was never finished; 0 if there is none. */
int64_t data_reader_torn(const DataReader *reader);
/* The next game, or its head alone.  Both go on to the game after it.  `game` must be initialised.
 */
DataStatus data_read(DataReader *reader, DataGame *game, Message *message);
DataStatus data_read_head(DataReader *reader, DataHead *head, Message *message);

/* ---- Writing ---- */

typedef struct DataWriter DataWriter;

/* Writes a new file to an open descriptor, which stays the caller's.  `name` is for messages. */
DataWriter *data_writer_new(int descriptor, const char *name, const char *text, Message *message);

/* Told of every game that is in a file already; false, and a message, ends the opening. */
typedef bool (*DataVisit)(void *context, const DataHead *head, Message *message);
/*
 * Opens a file for appending, or creates it, with `text` in its header; then tells `visit` of all
 * games in it.  An unfinished block at its end is cut off, and `*torn` is its size.  NULL, and a
 * message, if the file holds something else, a text that is not the same (data_text_is_same) or a
 * damaged block, or if somebody else is writing it.
 */
DataWriter *data_writer_append(const char *file, const char *text, DataVisit visit, void *context,
                               int64_t *torn, Message *message);
/* Adds a game to the block in the making; it counts when the block is written. */
bool data_writer_add(DataWriter *writer, const DataGame *game, Message *message);
/* The same with the record that data_game_encode has made. */
bool data_writer_add_record(DataWriter *writer, const uint8_t *record, size_t size,
                            Message *message);
/* Writes the block, if there is a game in it.  On a failure the file is as it was before. */
bool data_writer_commit(DataWriter *writer, Message *message);
/* Waits until what is written would survive a power cut. */
bool data_writer_sync(DataWriter *writer, Message *message);
/* Bytes of the file. */
int64_t data_writer_size(const DataWriter *writer);
/* What has not been committed is lost. */
void data_writer_close(DataWriter *writer);

#endif
