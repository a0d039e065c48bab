#include "engine/book/book_suite.h"

#include "bitboard/notation.h"
#include "bitboard/random.h"
#include "engine/analysis/line.h"
#include "engine/book/book_eval.h"
#include "engine/epd.h"
#include "engine/key_set.h"
#include "engine/pgn/pgn.h"
#include "engine/players/clock.h"
#include "engine/wbook/book_key.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 250, LINES_LOOKED_AT = 2, ATTEMPTS_MAX = 1000000 };

static const DatabaseKind SUITE_DATABASE = {
    .noun = "suite",
    .application_id = 0x42727375, /* "Brsu" */
    .version = 1,
    .schema = "CREATE TABLE candidates(number INTEGER PRIMARY KEY, score INTEGER NOT NULL,"
              " gap INTEGER, depth INTEGER NOT NULL, nodes INTEGER NOT NULL)",
    .journal = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"};

typedef struct {
    Move moves[BOOK_SUITE_PLIES_MAX];
    uint64_t shared_key; /* of the position after shared_plies */
    bool searched, taken;
    Score score; /* for the side to move */
    int gap;     /* to the second best move; a great number if there is none */
    int depth;
    int64_t nodes;
} Candidate;

struct BookSuite {
    Database *db;
    const BookSuiteConfig *config;
    BookSuiteListener listener;
    BookSuiteState state;
    BookEvalSetup setup;
    Candidate *candidates; /* by number */
    int count, room;
    int next;         /* to be handed out */
    bool no_more;     /* lines, or memory */
    uint64_t attempt; /* the next random line */
    KeySet seen;      /* positions of candidates */
    MoveList *lists;  /* enumerating: the moves at each ply … */
    int *places;      /* … and which is next */
    bool in_transaction;
    Position pos;
};

const BookSuiteState *book_suite_state(const BookSuite *s) {
    return &s->state;
}
bool book_suite_is_over(const BookSuite *s) {
    return s->state.taken >= s->config->count || (s->no_more && s->state.looked_at == s->count);
}

void book_suite_list(BookSuiteConfig *c, BookSuiteNumber list[BOOK_SUITE_NUMBERS]) {
    const BookSuiteNumber all[BOOK_SUITE_NUMBERS] = {
        {"--plies", &c->plies, 1, BOOK_SUITE_PLIES_MAX, 8},
        {"--seed", &c->seed, 0, INT64_MAX, 1},
        {"--nodes", &c->nodes, 1, INT64_C(1000000000000), 200000},
        {"--hash", &c->hash, 1, 65536, 16},
        {"--from", &c->least, -SCORE_MATE, SCORE_MATE, -40},
        {"--to", &c->most, -SCORE_MATE, SCORE_MATE, 40},
        {"--gap", &c->gap, 0, SCORE_MATE, 100},
        {"--shared-plies", &c->shared_plies, 0, BOOK_SUITE_PLIES_MAX, 2},
        {"--shared-max", &c->shared_max, 1, INT32_MAX, 10},
        {"--count", &c->count, 1, 10000000, 1000},
    };
    memcpy(list, all, sizeof all);
}

/* ---- Candidates ---- */

static bool step(BookSuite *s, Move move) {
    Undo undo;
    position_make(&s->pos, move, &undo);
    return position_game_state(&s->pos) == GAME_ONGOING;
}

static bool draw_line(BookSuite *s, Move *moves) {
    RandomSource random = random_source((uint64_t)s->config->seed, s->attempt++);
    MoveList *list = &s->lists[0];
    position_set_start(&s->pos, s->config->rules);
    for (int ply = 0; ply < s->config->plies; ply++) {
        generate_legal(&s->pos, list);
        moves[ply] = list->moves[random_number(&random, (uint64_t)list->count)];
        if (!step(s, moves[ply]))
            return false;
    }
    return true;
}

/*
 * The next line in the order of the move generator: the counters of an odometer.  False if the game
 * ends within the line; `no_more` at the end.  The position is that behind the line.
 */
static bool next_line(BookSuite *s, Move *moves) {
    const int plies = (int)s->config->plies;
    int ply = 0;
    position_set_start(&s->pos, s->config->rules);
    for (; ply < plies; ply++) {
        MoveList *list = &s->lists[ply];
        if (s->places[ply] < 0) {
            generate_legal(&s->pos, list);
            s->places[ply] = 0;
        }
        moves[ply] = list->moves[s->places[ply]];
        if (!step(s, moves[ply]))
            break;
    }
    const bool whole = ply == plies;
    if (whole)
        ply--;
    for (; ply >= 0 && ++s->places[ply] >= s->lists[ply].count; ply--)
        ;
    s->no_more = ply < 0;
    for (ply++; ply < plies; ply++)
        s->places[ply] = -1; /* other moves follow now */
    return whole;
}

static uint64_t key_after(BookSuite *s, const Move *moves, int plies) {
    position_set_start(&s->pos, s->config->rules);
    for (int ply = 0; ply < plies; ply++)
        step(s, moves[ply]);
    return book_key(&s->pos);
}

static bool make_room(BookSuite *s) {
    if (s->count < s->room)
        return true;
    const int room = s->room > 0 ? 2 * s->room : 1024;
    Candidate *candidates = realloc(s->candidates, (size_t)room * sizeof *candidates);
    if (candidates == NULL)
        return false;
    s->candidates = candidates;
    s->room = room;
    return true;
}

/* Makes one more candidate, unless there is none. */
static bool add_candidate(BookSuite *s, Message *message) {
    Candidate c = {.searched = false};
    if (!make_room(s))
        return message_set(message, "no memory for %d candidates", s->count);
    for (int i = 0; i < ATTEMPTS_MAX && !s->no_more; i++) {
        bool is_new;
        if (!(s->config->enumerates ? next_line(s, c.moves) : draw_line(s, c.moves)))
            continue;
        if (!key_set_add(&s->seen, book_key(&s->pos), &is_new))
            return message_set(message, "no memory for %d candidates", s->count);
        if (!is_new)
            continue;
        const int64_t shared =
            s->config->shared_plies < s->config->plies ? s->config->shared_plies : s->config->plies;
        c.shared_key = key_after(s, c.moves, (int)shared);
        s->candidates[s->count++] = c;
        return true;
    }
    s->no_more = true; /* so short random lines have all been drawn */
    return true;
}

/* ---- Taking and leaving ---- */

static bool is_wanted(const BookSuite *s, const Candidate *c) {
    const BookSuiteConfig *k = s->config;
    Score score = k->plies % 2 == 0 ? c->score : -c->score; /* the array has White to move */
    if (k->either_side && score < 0)
        score = -score;
    if (score < k->least || score > k->most || c->gap > k->gap)
        return false;
    int64_t sharing = 0;
    for (const Candidate *other = s->candidates; other < c; other++)
        sharing += other->taken && other->shared_key == c->shared_key;
    return sharing < k->shared_max;
}

static void look_at_candidates(BookSuite *s) {
    while (s->state.looked_at < s->count && s->state.taken < s->config->count) {
        Candidate *c = &s->candidates[s->state.looked_at];
        if (!c->searched)
            break;
        c->taken = is_wanted(s, c);
        s->state.taken += c->taken;
        s->state.looked_at++;
    }
}

/* ---- The database ---- */

static bool keep_parameters(BookSuite *s, Message *message) {
    BookSuiteConfig config = *s->config;
    BookSuiteNumber list[BOOK_SUITE_NUMBERS];
    char text[400];
    size_t used = (size_t)snprintf(text, sizeof text, "%s%s%s", config.rules->name,
                                   config.enumerates ? " --enumerate" : "",
                                   config.either_side ? " --either-side" : "");
    book_suite_list(&config, list);
    for (int i = 0; i < BOOK_SUITE_NUMBERS - 1; i++) /* but for the count, which may grow */
        used += (size_t)snprintf(text + used, sizeof text - used, " %s %" PRId64, list[i].option,
                                 *list[i].value);
    char *there = database_get(s->db, "suite", NULL);
    bool kept = true;
    if (there == NULL)
        kept = database_set(s->db, "suite", text, message);
    else if (strcmp(there, text) != 0)
        kept = message_set(message, "%.60s holds the searches of another suite: %.220s",
                           s->db->file_name, there);
    free(there);
    return kept;
}

static void set_found(Candidate *c, const BookEval *eval) {
    c->searched = true;
    c->score = eval->score;
    c->gap = eval->count > 1 ? eval->lines[0].score - eval->lines[1].score : INT32_MAX;
    c->depth = eval->depth;
    c->nodes = eval->nodes;
}

static bool recall(BookSuite *s, Message *message) {
    sqlite3_stmt *all = database_prepare(
        s->db, "SELECT number, score, gap, depth, nodes FROM candidates ORDER BY number", message);
    int row = SQLITE_DONE;
    bool good = all != NULL;
    while (good && (row = sqlite3_step(all)) == SQLITE_ROW) {
        const int64_t number = sqlite3_column_int64(all, 0);
        while (good && s->count <= number && !s->no_more)
            good = add_candidate(s, message);
        if (!good || number >= s->count)
            continue;
        Candidate *c = &s->candidates[number];
        c->searched = true;
        c->score = sqlite3_column_int(all, 1);
        c->gap = sqlite3_column_int(all, 2);
        c->depth = sqlite3_column_int(all, 3);
        c->nodes = sqlite3_column_int64(all, 4);
    }
    if (good && row != SQLITE_DONE)
        good = database_failed(s->db, "it cannot be read", message);
    sqlite3_finalize(all);
    return good;
}

static bool write_found(BookSuite *s, int64_t number, const Candidate *c, Message *message) {
    sqlite3_stmt *add = database_prepare(
        s->db, "INSERT INTO candidates(number, score, gap, depth, nodes) VALUES(?, ?, ?, ?, ?)",
        message);
    if (add == NULL)
        return false;
    sqlite3_bind_int64(add, 1, number);
    sqlite3_bind_int(add, 2, c->score);
    sqlite3_bind_int(add, 3, c->gap);
    sqlite3_bind_int(add, 4, c->depth);
    sqlite3_bind_int64(add, 5, c->nodes);
    const bool added = sqlite3_step(add) == SQLITE_DONE ||
                       database_failed(s->db, "a search cannot be written", message);
    sqlite3_finalize(add);
    return added;
}

/* ---- The owner's side of the job ---- */

static JobNext next_candidate(void *owner, Unit *unit) {
    BookSuite *s = owner;
    Message message;
    look_at_candidates(s);
    while (!book_suite_is_over(s)) {
        if (s->next == s->count && !add_candidate(s, &message))
            s->no_more = true;
        if (s->next == s->count)
            return JOB_DONE;
        const Candidate *c = &s->candidates[s->next++];
        if (c->searched) {
            look_at_candidates(s);
            continue;
        }
        key_after(s, c->moves, (int)s->config->plies);
        if (!book_eval_task(&unit->task, &s->pos, LINES_LOOKED_AT, 2 * SCORE_MATE))
            return JOB_DONE;
        unit->number = (uint64_t)s->next - 1;
        return JOB_UNIT;
    }
    return JOB_DONE;
}

static bool accept_candidate(void *owner, uint64_t number, const Bytes *result, Message *message) {
    BookSuite *s = owner;
    BookEval eval;
    if (number >= (uint64_t)s->count || !book_eval_read(result, &eval, message))
        return message_set(message, "the result of candidate %" PRIu64 " is none", number);
    if (!s->in_transaction && !database_begin(s->db, message))
        return false;
    s->in_transaction = true;
    set_found(&s->candidates[number], &eval);
    s->state.searched++;
    return write_found(s, (int64_t)number, &s->candidates[number], message);
}

static bool commit_candidates(void *owner, Message *message) {
    BookSuite *s = owner;
    s->in_transaction = false;
    look_at_candidates(s);
    return database_commit(s->db, message);
}

static bool should_stop(void *owner) {
    const BookSuite *s = owner;
    return book_suite_is_over(s) || (s->listener.interrupted != NULL && s->listener.interrupted());
}

static void tick(void *owner) {
    BookSuite *s = owner;
    if (s->listener.on_tick != NULL)
        s->listener.on_tick(s->listener.context, &s->state);
}

static const JobKind SUITE_JOB = {.work = &BOOK_EVAL_WORK,
                                  .next = next_candidate,
                                  .accept = accept_candidate,
                                  .commit = commit_candidates,
                                  .should_stop = should_stop,
                                  .tick = tick};

/* ---- The whole ---- */

static bool open_database(BookSuite *s, const char *path, Message *message) {
    static const DatabaseEntry nothing[] = {{NULL, NULL}};
    FILE *there = fopen(path, "rb");
    const bool is_new = there == NULL || fgetc(there) == EOF;
    if (there != NULL)
        fclose(there);
    s->db = is_new ? database_create(path, &SUITE_DATABASE, nothing, message)
                   : database_open(path, &SUITE_DATABASE, message);
    return s->db != NULL && keep_parameters(s, message) && recall(s, message);
}

BookSuite *book_suite_new(const char *path, const BookSuiteConfig *config,
                          const BookSuiteListener *listener, Message *message) {
    BookSuite *s = calloc(1, sizeof *s);
    if (s == NULL) {
        message_set(message, "no memory");
        return NULL;
    }
    s->config = s->state.config = config;
    s->listener = *listener;
    s->setup = (BookEvalSetup){config->rules, config->nodes, config->hash};
    s->state.started_ns = clock_ns();
    s->lists = calloc((size_t)config->plies, sizeof *s->lists);
    s->places = calloc((size_t)config->plies, sizeof *s->places);
    if (s->lists == NULL || s->places == NULL)
        message_set(message, "no memory");
    else {
        for (int ply = 0; ply < config->plies; ply++)
            s->places[ply] = -1;
        if (open_database(s, path, message)) {
            look_at_candidates(s);
            return s;
        }
    }
    book_suite_free(s);
    return NULL;
}

void book_suite_free(BookSuite *s) {
    if (s == NULL)
        return;
    database_close(s->db);
    key_set_free(&s->seen);
    free(s->candidates);
    free(s->lists);
    free(s->places);
    free(s);
}

bool book_suite_run(BookSuite *s, const JobRunner *runner, Message *message) {
    const JobThreads threads = {.workers = (int)s->config->concurrency, .tick_ms = TICK_MS};
    s->state.started_ns = clock_ns();
    if (book_suite_is_over(s))
        return true;
    const bool ran = job_run(runner, &SUITE_JOB, s, &s->setup, &threads, message);
    if (s->in_transaction)
        database_rollback(s->db);
    return ran;
}

/* ---- Output ---- */

static bool write_epd(const BookSuite *s, FILE *out, const Candidate *c, int number) {
    Position pos;
    char line[LINE_TEXT_SIZE];
    Position start;
    position_set_start(&start, s->config->rules);
    pos = start;
    for (int ply = 0; ply < s->config->plies; ply++) {
        Undo undo;
        position_make(&pos, c->moves[ply], &undo);
    }
    epd_write(out, &pos);
    line_write(&start, c->moves, (int)s->config->plies, line, sizeof line);
    return fprintf(out, " ce %d; acd %d; acn %" PRId64 "; id \"%d: %s\";\n", c->score, c->depth,
                   c->nodes, number, line) > 0;
}

static bool write_game(const BookSuite *s, FILE *out, const Candidate *c, int number) {
    PgnGame game;
    char text[64];
    pgn_game_init(&game, s->config->rules);
    snprintf(text, sizeof text, "%d", number);
    bool good = pgn_set_tag(&game, "Event", "Opening suite") && pgn_set_tag(&game, "Round", text);
    for (int ply = 0; good && ply < s->config->plies; ply++)
        good = pgn_add_move(&game.line, c->moves[ply]) != NULL;
    snprintf(text, sizeof text, "%+.2f/%d", c->score / 100.0, c->depth);
    good = good && pgn_set_comment(&game.line.moves[game.line.count - 1], text) &&
           pgn_write(out, &game);
    pgn_game_clear(&game);
    return good;
}

bool book_suite_write(const BookSuite *s, FILE *out, bool as_pgn) {
    int number = 0;
    for (const Candidate *c = s->candidates; c < s->candidates + s->count; c++)
        if (c->taken &&
            !(as_pgn ? write_game(s, out, c, ++number) : write_epd(s, out, c, ++number)))
            return false;
    return true;
}
