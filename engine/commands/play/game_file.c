#include "engine/commands/play/game_file.h"

#include "engine/commands/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    PgnGame last, next;
    long count;
} Games;

static bool read_games(Games *games, PgnReader *reader, const RuleSet *rules, Message *message) {
    for (;;) {
        const PgnStatus status = pgn_read(reader, rules, &games->next, message);
        if (status == PGN_END)
            return true;
        if (status != PGN_GAME)
            return false;
        const PgnGame spare = games->last;
        games->last = games->next;
        games->next = spare;
        games->count++;
    }
}

/* The last of all games, or none; `*count` is how many there are. */
static bool read_last(const char *path, const RuleSet *rules, PgnGame *game, long *count,
                      Message *message) {
    Games *games = malloc(sizeof *games);
    FILE *in = fopen(path, "rb");
    PgnReader *reader = in != NULL ? pgn_reader_new(in, path) : NULL;
    bool good = false;
    message_set(message, "%.200s: %s", path, in == NULL ? strerror(errno) : "no memory");
    if (games != NULL && reader != NULL) {
        pgn_game_init(&games->last, rules);
        pgn_game_init(&games->next, rules);
        games->count = 0;
        good = read_games(games, reader, rules, message);
        *count = games->count;
        pgn_game_clear(&games->next);
        pgn_game_clear(game);
        *game = games->last;
        if (!good)
            pgn_game_clear(game);
    }
    pgn_reader_free(reader);
    if (in != NULL)
        fclose(in);
    free(games);
    return good;
}

bool game_file_read_last(const char *path, const RuleSet *rules, PgnGame *game, Message *message) {
    long count = 0;
    if (!read_last(path, rules, game, &count, message))
        return false;
    return count > 0 || message_set(message, "%.200s: there is no game in it", path);
}

/* All bytes of the file; none, if there is no such file. */
static bool read_bytes(GameFile *file, Message *message) {
    enum { FIRST_ROOM = 65536 };
    FILE *in = fopen(file->path, "rb");
    size_t room = 0, count;
    free(file->before);
    file->before = NULL;
    file->before_size = 0;
    if (in == NULL)
        return errno == ENOENT || message_set(message, "%.200s: %s", file->path, strerror(errno));
    do {
        room = room == 0 ? FIRST_ROOM : 2 * room;
        char *more = realloc(file->before, room);
        if (more == NULL) {
            fclose(in);
            return message_set(message, "%.200s: no memory", file->path);
        }
        file->before = more;
        count = fread(file->before + file->before_size, 1, room - file->before_size, in);
        file->before_size += count;
    } while (file->before_size == room);
    const bool good = ferror(in) == 0;
    fclose(in);
    return good || message_set(message, "%.200s: it cannot be read", file->path);
}

/* Leaves only what stands before that line. */
static void cut_at_line(GameFile *file, long line) {
    size_t kept = 0;
    while (--line > 0 && kept < file->before_size) {
        const char *rest = file->before + kept;
        const char *newline = memchr(rest, '\n', file->before_size - kept);
        kept = newline != NULL ? kept + (size_t)(newline - rest) + 1 : file->before_size;
    }
    file->before_size = kept;
}

bool game_file_open(GameFile *file, const char *path, const RuleSet *rules, PgnGame *game,
                    bool *unfinished, Message *message) {
    long count = 0;
    *unfinished = false;
    *file = (GameFile){.path = strdup(path)};
    if (file->path == NULL)
        return message_set(message, "no memory");
    if (access(path, F_OK) != 0)
        return true;
    if (!read_last(path, rules, game, &count, message) || !read_bytes(file, message))
        return false;
    *unfinished = count > 0 && game->result[0] == '*';
    if (*unfinished)
        cut_at_line(file, game->first_line);
    return true;
}

bool game_file_write(const GameFile *file, const PgnGame *game, Message *message) {
    OutputFile output;
    if (!output_file_open(&output, file->path, message))
        return false;
    const char *end = file->before + file->before_size;
    bool good = true;
    if (file->before_size > 0) {
        good = fwrite(file->before, 1, file->before_size, output.file) == file->before_size;
        /* An empty line between the games, where the last one has none behind it. */
        for (int missing = file->before_size < 2 || end[-1] != '\n' ? 2 : end[-2] != '\n';
             missing > 0; missing--)
            fputc('\n', output.file);
    }
    if (good && pgn_write(output.file, game))
        return output_file_commit(&output, message);
    output_file_discard(&output);
    return message_set(message, "%.200s: the game could not be written", file->path);
}

bool game_file_next(GameFile *file, Message *message) {
    return read_bytes(file, message);
}

void game_file_close(GameFile *file) {
    free(file->path);
    free(file->before);
    memset(file, 0, sizeof *file);
}
