#include "engine/book/book_games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static BookCounts counts_of(const char *result, Color mover) {
    const bool drawn = strcmp(result, "1/2-1/2") == 0;
    const bool won = strcmp(result, mover == WHITE ? "1-0" : "0-1") == 0;
    return (BookCounts){1, won, drawn, !won && !drawn};
}

bool book_games_add(BookStore *store, const BookGameRules *rules, const Position *start,
                    const Move *moves, int count, const char *result, int source,
                    Message *message) {
    Position pos = *start;
    int64_t here, next;
    bool is_new;
    if (count > rules->max_ply)
        count = (int)rules->max_ply;
    if (count == 0)
        return true;
    if (!book_store_add(store, &pos, 0, &here, &is_new, message))
        return false;
    for (int ply = 0; ply < count; ply++, here = next) {
        const Color mover = (Color)pos.side;
        Undo undo;
        position_make(&pos, moves[ply], &undo);
        if (!book_store_add(store, &pos, ply + 1, &next, &is_new, message))
            return false;
        const BookMove move = {.move = moves[ply],
                               .child = next,
                               .counts = counts_of(result, mover),
                               .sources = source};
        if (rules->takes[mover] && !book_store_count_move(store, here, &move, message))
            return false;
    }
    return true;
}

bool book_remove_orphans(BookStore *store, Message *message) {
    return book_store_execute(store,
                              "DELETE FROM positions WHERE score IS NULL"
                              "  AND id NOT IN (SELECT position FROM moves)"
                              "  AND id NOT IN (SELECT child FROM moves WHERE child IS NOT NULL);"
                              "UPDATE moves SET child = NULL WHERE child IS NOT NULL"
                              "  AND child NOT IN (SELECT id FROM positions)",
                              message);
}

static bool leave_out(BookStore *store, const BookGameRules *rules, Message *message) {
    char sql[256];
    if (rules->min_games <= 1 && rules->min_score <= 0)
        return true;
    snprintf(sql, sizeof sql,
             "DELETE FROM moves WHERE games > 0 AND score IS NULL AND (games < %" PRId64
             " OR (2 * wins + draws) * 50 < games * %" PRId64 ")",
             rules->min_games, rules->min_score);
    return book_store_execute(store, sql, message);
}

bool book_games_finish(BookStore *store, const BookGameRules *rules, Message *message) {
    static const char *const weighing[] = {
        [BOOK_WEIGHTS_BY_RESULT] =
            "UPDATE moves SET weight = CASE WHEN most > 65535"
            "    THEN (2 * wins + draws) * 65535 / most ELSE 2 * wins + draws END"
            "  FROM (SELECT position AS its, max(2 * wins + draws) AS most FROM moves"
            "        GROUP BY position) WHERE position = its AND games > 0",
        [BOOK_WEIGHTS_UNIFORM] = "UPDATE moves SET weight = 1 WHERE games > 0"};
    return leave_out(store, rules, message) && book_remove_orphans(store, message) &&
           book_store_sum_counts(store, message) &&
           book_store_execute(store, weighing[rules->weights], message);
}
