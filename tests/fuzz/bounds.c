#include "tests/fuzz/bounds.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/perft.h"
#include "engine/protocol/output.h"
#include "engine/search/tt_file.h"
#include "engine/wbook/wbook_writer.h"
#include "tests/fuzz/fuzz.h"

/* The linker's names for a function that is wrapped, and for what stands before it. */
#define REAL(name) __real_##name
#define WRAP(name) __wrap_##name

/* NOLINTBEGIN(bugprone-reserved-identifier) */

/* ---- Searches ---- */

Engine *REAL(engine_new)(Message *message);
Engine *WRAP(engine_new)(Message *message);
void REAL(engine_go)(Engine *engine, const SearchLimits *limits, const SearchListener *listener);
void WRAP(engine_go)(Engine *engine, const SearchLimits *limits, const SearchListener *listener);
bool REAL(engine_set_hash)(Engine *engine, size_t mib, Message *message);
bool WRAP(engine_set_hash)(Engine *engine, size_t mib, Message *message);
bool REAL(engine_set_threads)(Engine *engine, int threads, Message *message);
bool WRAP(engine_set_threads)(Engine *engine, int threads, Message *message);
bool REAL(perft_run)(const Position *pos, const PerftOptions *options, PerftProgress *progress,
                     PerftResult *result, Message *message);
bool WRAP(perft_run)(const Position *pos, const PerftOptions *options, PerftProgress *progress,
                     PerftResult *result, Message *message);

Engine *WRAP(engine_new)(Message *message) {
    Engine *engine = REAL(engine_new)(message);
    if (engine != NULL)
        FUZZ_CHECK(REAL(engine_set_hash)(engine, BOUNDS_HASH_MIB, message));
    return engine;
}

void WRAP(engine_go)(Engine *engine, const SearchLimits *limits, const SearchListener *listener) {
    SearchLimits few = *limits;
    if (few.nodes == 0 || few.nodes > BOUNDS_NODES)
        few.nodes = BOUNDS_NODES;
    /* Without a limit it was to go on until it is told to stop. */
    few.infinite = few.infinite || (!limits->has_clock && limits->move_time_ms == 0 &&
                                    limits->nodes == 0 && limits->depth == 0 && limits->mate == 0);
    REAL(engine_go)(engine, &few, listener);
}

bool WRAP(engine_set_hash)(Engine *engine, size_t mib, Message *message) {
    return REAL(engine_set_hash)(engine, mib < BOUNDS_HASH_MIB ? mib : BOUNDS_HASH_MIB, message);
}

bool WRAP(engine_set_threads)(Engine *engine, int threads, Message *message) {
    return REAL(engine_set_threads)(engine, threads < BOUNDS_THREADS ? threads : BOUNDS_THREADS,
                                    message);
}

bool WRAP(perft_run)(const Position *pos, const PerftOptions *options, PerftProgress *progress,
                     PerftResult *result, Message *message) {
    PerftOptions few = *options;
    few.depth = few.depth < BOUNDS_PERFT_DEPTH ? few.depth : BOUNDS_PERFT_DEPTH;
    return REAL(perft_run)(pos, &few, progress, result, message);
}

/* ---- Files ---- */

Wbook *REAL(wbook_open)(const char *path, Message *message);
Wbook *WRAP(wbook_open)(const char *path, Message *message);
bool REAL(tt_save)(const TranspositionTable *tt, const RuleSet *rules, const char *path,
                   Message *message);
bool WRAP(tt_save)(const TranspositionTable *tt, const RuleSet *rules, const char *path,
                   Message *message);
bool REAL(tt_load)(TranspositionTable *tt, const RuleSet *rules, const char *path,
                   Message *message);
bool WRAP(tt_load)(TranspositionTable *tt, const RuleSet *rules, const char *path,
                   Message *message);
bool WRAP(output_set_log)(Output *o, const char *file_name, Message *message);
json_t *WRAP(json_load_file)(const char *path, size_t flags, json_error_t *error);

/* A file of a target: those for books and saved hashes open their own. */
static bool is_own(const char *path) {
    return strncmp(path, "/proc/self/fd/", 14) == 0 ||
           strncmp(path, FUZZ_PATH, strlen(FUZZ_PATH)) == 0;
}

/* A book with one move. */
static const char *make_book(void) {
    static char path[64];
    if (path[0] != '\0')
        return path;
    const int descriptor = memfd_create("book", MFD_CLOEXEC);
    FILE *out = descriptor >= 0 ? fdopen(dup(descriptor), "w+b") : NULL;
    Position pos;
    MoveList list;
    Message message;
    FUZZ_CHECK(out != NULL);
    position_set_start(&pos, &RULES[0]);
    generate_legal(&pos, &list);
    WbookWriter *writer = wbook_writer_new(out, "book", &RULES[0], "fuzz", &message);
    WbookEntry entry = {.key = book_key(&pos), .move = list.moves[0], .weight = 7, .learn = 12};
    if (list.moves[1] < list.moves[0])
        entry.move = list.moves[1];
    FUZZ_CHECK(writer != NULL && wbook_writer_add(writer, &entry, &message) &&
               wbook_writer_finish(writer, &message));
    wbook_writer_free(writer);
    FUZZ_CHECK(fclose(out) == 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return path;
}

Wbook *WRAP(wbook_open)(const char *path, Message *message) {
    return REAL(wbook_open)(is_own(path) ? path : make_book(), message);
}

bool WRAP(tt_save)(const TranspositionTable *tt, const RuleSet *rules, const char *path,
                   Message *message) {
    if (is_own(path))
        return REAL(tt_save)(tt, rules, path, message);
    return message_set(message, "hash file '%.160s' is not written here", path);
}

bool WRAP(tt_load)(TranspositionTable *tt, const RuleSet *rules, const char *path,
                   Message *message) {
    if (is_own(path))
        return REAL(tt_load)(tt, rules, path, message);
    return message_set(message, "hash file '%.160s' is not read here", path);
}

bool WRAP(output_set_log)(Output *o, const char *file_name, Message *message) {
    (void)o;
    return message_set(message, "the log file '%.200s' is not opened here", file_name);
}

static const char *json_text;

void bounds_set_json(const char *text) {
    json_text = text;
}

json_t *WRAP(json_load_file)(const char *path, size_t flags, json_error_t *error) {
    (void)path;
    return json_loads(json_text != NULL ? json_text : "", flags, error);
}

/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- Conversations ---- */

typedef struct {
    const char *at, *end;
    int lines;
} Script;

static ssize_t say(void *cookie, char *buffer, size_t room) {
    Script *script = cookie;
    for (;;) {
        const size_t left = (size_t)(script->end - script->at);
        if (left == 0 || script->lines >= BOUNDS_LINES)
            return 0;
        const char *line = script->at, *end = memchr(line, '\n', left);
        size_t size = end != NULL ? (size_t)(end - line) + 1 : left;
        if (end != NULL && size == 2 && line[0] == '~') {
            const struct timespec moment = {.tv_nsec = 1000000};
            nanosleep(&moment, NULL);
            script->at += size;
            script->lines += 8;
            continue;
        }
        if (size > room)
            size = room;
        else
            script->lines++;
        memcpy(buffer, line, size);
        script->at += size;
        return (ssize_t)size;
    }
}

static int hang_up(void *cookie) {
    free(cookie);
    return 0;
}

FILE *bounds_conversation(const char *text, size_t size) {
    Script *script = malloc(sizeof *script);
    if (script == NULL)
        return NULL;
    *script = (Script){.at = text, .end = text + size};
    FILE *in = fopencookie(script, "r", (cookie_io_functions_t){.read = say, .close = hang_up});
    if (in == NULL)
        free(script);
    return in;
}

FILE *bounds_sink(void) {
    return fopen("/dev/null", "w");
}
