#include "engine/data/positions.h"

#include "bitboard/movegen.h"
#include "bitboard/random.h"
#include "bitboard/see.h"
#include "engine/data/data_file.h"
#include "engine/key_set.h"
#include "engine/search/engine.h"

#include <stdlib.h>

enum { QUIESCENCE_HASH_MIB = 1 };

struct PositionReader {
    PositionFilter filter;
    const char *const *files;
    int file_count, file; /* the present one */
    DataReader *reader;
    int64_t bytes_before, bytes_total;
    Engine *engine; /* for quiescence; NULL if noisy positions are kept */
    KeySet seen;
    PositionCounts counts;
    DataGame game;
    int *plies; /* those of the game that are kept, in order … */
    int ply_count, ply_room, next;
    Position now; /* … and the position at ply `at` */
    int at;
};

PositionFilter position_filter_default(void) {
    return (PositionFilter){.skip_plies = 8, .most_score = 3000, .seed = 1};
}

/* ---- Opening ---- */

static bool add_size(PositionReader *r, const char *file, Message *message) {
    DataReader *reader = data_reader_open(file, message);
    if (reader == NULL)
        return false;
    r->bytes_total += data_reader_size(reader);
    data_reader_close(reader);
    return true;
}

PositionReader *positions_open(const char *const *files, int file_count,
                               const PositionFilter *filter, Message *message) {
    PositionReader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        message_set(message, "no memory");
        return NULL;
    }
    r->filter = *filter;
    r->files = files;
    r->file_count = file_count;
    data_game_init(&r->game, &RULES[0]);
    bool opened = true;
    for (int i = 0; i < file_count && opened; i++) /* all, before anything is read */
        opened = add_size(r, files[i], message);
    if (opened && !filter->keep_noisy) {
        r->engine = engine_new(message);
        opened = r->engine != NULL && engine_set_hash(r->engine, QUIESCENCE_HASH_MIB, message);
    }
    if (opened)
        return r;
    positions_close(r);
    return NULL;
}

void positions_close(PositionReader *r) {
    if (r == NULL)
        return;
    data_reader_close(r->reader);
    engine_free(r->engine);
    key_set_free(&r->seen);
    data_game_free(&r->game);
    free(r->plies);
    free(r);
}

PositionCounts positions_counts(const PositionReader *r) {
    return r->counts;
}

int64_t positions_bytes_done(const PositionReader *r) {
    return r->bytes_before + (r->reader != NULL ? data_reader_offset(r->reader) : 0);
}
int64_t positions_bytes_total(const PositionReader *r) {
    return r->bytes_total;
}

/* ---- Is it quiet? ---- */

/* Quiescence looks at no capture or promotion that loses material, so without any other there is
 * nothing in its line; most positions are done with that. */
static bool has_good_capture(const Position *pos) {
    Move moves[MAX_MOVES];
    const Move *end = generate(pos, GENERATE_CAPTURES, moves);
    for (const Move *m = moves; m < end; m++)
        if (see_at_least(pos, *m, 0))
            return true;
    return false;
}

static bool is_quiet(PositionReader *r, const Position *pos) {
    Move line[MAX_PLY + 1];
    int length;
    if (!position_in_check(pos) && !has_good_capture(pos))
        return true;
    engine_quiesce(r->engine, pos, line, &length);
    if (length == 0 || !position_in_check(pos))
        return length == 0;
    /* Out of check it may only have stepped aside. */
    Position now = *pos;
    for (int i = 0; i < length; i++) {
        Undo undo;
        if (position_is_tactical(&now, line[i]))
            return false;
        position_make(&now, line[i], &undo);
    }
    return true;
}

/* ---- Which positions of a game are kept ---- */

/* The score recorded with the position at a ply. */
static Score score_at(const DataGame *game, int ply) {
    return game->head.move_count > 0 ? game->moves[ply].score : game->start_score;
}

/* The number that counts those left out for the first reason that holds; NULL for none. */
static uint64_t *reason_to_drop(PositionReader *r, const Position *pos, int ply) {
    const DataGame *game = &r->game;
    const PositionFilter *f = &r->filter;
    const Score score = score_at(game, ply);
    const bool moved = game->head.move_count > 0;
    if (moved && ply - game->head.opening_plies < f->skip_plies)
        return &r->counts.openings;
    if (!f->keep_checks && position_in_check(pos))
        return &r->counts.checks;
    if (f->most_score > 0 && score != SCORE_NONE && abs(score) > f->most_score)
        return &r->counts.beyond_score;
    if (bb_count(position_occupied(pos)) < f->least_men)
        return &r->counts.few_men;
    if (!f->keep_noisy &&
        ((moved && position_is_tactical(pos, game->moves[ply].move)) || !is_quiet(r, pos)))
        return &r->counts.noisy;
    return NULL;
}

static bool no_memory(Message *message) {
    return message_set(message, "no memory for so many positions");
}

static bool keep_ply(PositionReader *r, int ply, Message *message) {
    if (r->ply_count == r->ply_room) {
        const int room = r->ply_room > 0 ? 2 * r->ply_room : 256;
        int *plies = realloc(r->plies, (size_t)room * sizeof *plies);
        if (plies == NULL)
            return no_memory(message);
        r->plies = plies;
        r->ply_room = room;
    }
    r->plies[r->ply_count++] = ply;
    return true;
}

static bool sift_position(PositionReader *r, const Position *pos, int ply, Message *message) {
    uint64_t *reason = reason_to_drop(r, pos, ply);
    bool is_new = true;
    r->counts.positions++;
    if (reason == NULL && !r->filter.keep_duplicates) {
        if (!key_set_add_position(&r->seen, pos, &is_new))
            return no_memory(message);
        reason = is_new ? NULL : &r->counts.duplicates;
    }
    if (reason == NULL)
        return keep_ply(r, ply, message);
    ++*reason;
    return true;
}

/* Leaves `most` of the plies, each as likely as any other, in their order (D. Knuth, "The Art of
 * Computer Programming", 3.4.2, algorithm S). */
static void draw_plies(PositionReader *r, int most) {
    RandomSource random = random_source(r->filter.seed, r->counts.games);
    int kept = 0;
    for (int i = 0; i < r->ply_count; i++)
        if (random_number(&random, (uint64_t)(r->ply_count - i)) < (uint64_t)(most - kept))
            r->plies[kept++] = r->plies[i];
    r->counts.surplus += (uint64_t)(r->ply_count - kept);
    r->ply_count = kept;
}

/* Finds out what is kept of the game that has just been read. */
static bool sift_game(PositionReader *r, Message *message) {
    const DataHead *head = &r->game.head;
    const int count = head->move_count > 0 ? head->move_count : 1;
    r->ply_count = r->next = r->at = 0;
    /* An empty hash table, so that no game has a say in what is quiet in another one. */
    if (r->engine != NULL && !engine_set_hash(r->engine, QUIESCENCE_HASH_MIB, message))
        return false;
    r->now = r->game.start;
    for (int ply = 0; ply < count; ply++) {
        Undo undo;
        if (ply >= head->opening_plies && !sift_position(r, &r->now, ply, message))
            return false;
        if (ply + 1 < count)
            position_make(&r->now, r->game.moves[ply].move, &undo);
    }
    if (r->filter.most_per_game > 0 && r->ply_count > r->filter.most_per_game)
        draw_plies(r, r->filter.most_per_game);
    r->counts.games++;
    r->counts.kept += (uint64_t)r->ply_count;
    r->now = r->game.start;
    return true;
}

/* ---- Reading ---- */

/* The next game of any file.  False at the end, where the message is empty, and on failures. */
static bool next_game(PositionReader *r, Message *message) {
    message->text[0] = '\0';
    for (;;) {
        if (r->reader == NULL) {
            if (r->file == r->file_count)
                return false;
            r->reader = data_reader_open(r->files[r->file], message);
            if (r->reader == NULL)
                return false;
        }
        const DataStatus status = data_read(r->reader, &r->game, message);
        if (status == DATA_GAME)
            return sift_game(r, message);
        if (status != DATA_END) {
            r->file = r->file_count; /* there is no going on */
            data_reader_close(r->reader);
            r->reader = NULL;
            return false;
        }
        r->bytes_before += data_reader_size(r->reader);
        data_reader_close(r->reader);
        r->reader = NULL;
        r->file++;
    }
}

bool positions_next(PositionReader *r, LabelledPosition *position, Message *message) {
    while (r->next == r->ply_count)
        if (!next_game(r, message)) {
            r->next = r->ply_count = 0;
            return false;
        }
    const int ply = r->plies[r->next++];
    for (; r->at < ply; r->at++) {
        Undo undo;
        position_make(&r->now, r->game.moves[r->at].move, &undo);
    }
    position->pos = r->now;
    position->game = r->counts.games - 1;
    position->ply = ply;
    position->score = score_at(&r->game, ply);
    position->result = r->game.head.result;
    return true;
}
