/*
 * Games as objects: tags, moves, comments, and their memory.
 */
#include "engine/pgn/pgn.h"
#include "engine/pgn/pgn_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void line_clear(PgnLine *line);

static void move_clear(PgnMove *move) {
    for (int i = 0; i < move->variation_count; i++) {
        line_clear(move->variations[i]);
        free(move->variations[i]);
    }
    free(move->variations);
    free(move->nags);
    free(move->comment);
}

static void line_clear(PgnLine *line) {
    for (int i = 0; i < line->count; i++)
        move_clear(&line->moves[i]);
    free(line->moves);
    free(line->comment);
    memset(line, 0, sizeof *line);
}

void pgn_game_init(PgnGame *game, const RuleSet *rules) {
    memset(game, 0, sizeof *game);
    position_set_start(&game->start, rules);
    memcpy(game->result, "*", sizeof "*");
}

void pgn_game_clear(PgnGame *game) {
    for (int i = 0; i < game->tag_count; i++) {
        free(game->tags[i].name);
        free(game->tags[i].value);
    }
    free(game->tags);
    game->tags = NULL;
    game->tag_count = game->tag_room = 0;
    line_clear(&game->line);
    memcpy(game->result, "*", sizeof "*");
    game->number = game->first_line = 0;
}

/* ---- Tags ---- */

static int tag_index(const PgnGame *game, const char *name) {
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0)
            return i;
    return -1;
}

const char *pgn_tag(const PgnGame *game, const char *name) {
    const int index = tag_index(game, name);
    return index < 0 ? NULL : game->tags[index].value;
}

static bool is_tag_name(const char *name) {
    const size_t length = strnlen(name, PGN_MAX_TOKEN + 1);
    if (length == 0 || length > PGN_MAX_TOKEN || !isalpha((unsigned char)name[0]))
        return false;
    for (const char *p = name; *p != '\0'; p++)
        if ((unsigned char)*p >= 0x80 || (!isalnum((unsigned char)*p) && *p != '_'))
            return false;
    return true;
}

static bool make_room_for_tag(PgnGame *game) {
    if (game->tag_count < game->tag_room)
        return true;
    const int room = game->tag_room > 0 ? 2 * game->tag_room : 16;
    PgnTag *tags = realloc(game->tags, (size_t)room * sizeof *tags);
    if (tags == NULL)
        return false;
    game->tags = tags;
    game->tag_room = room;
    return true;
}

bool pgn_set_tag(PgnGame *game, const char *name, const char *value) {
    const int index = tag_index(game, name);
    if (index < 0 && (!is_tag_name(name) || game->tag_count >= PGN_MAX_TAGS))
        return false;
    char *copy = pgn_text_clean(value, PGN_KEEP_BLANKS, PGN_MAX_VALUE);
    if (copy == NULL)
        return false;
    if (index >= 0) {
        free(game->tags[index].value);
        game->tags[index].value = copy;
        return true;
    }
    char *name_copy = strdup(name);
    if (name_copy == NULL || !make_room_for_tag(game)) {
        free(name_copy);
        free(copy);
        return false;
    }
    PgnTag *tag = &game->tags[game->tag_count++];
    tag->name = name_copy;
    tag->value = copy;
    return true;
}

void pgn_remove_tag(PgnGame *game, const char *name) {
    const int index = tag_index(game, name);
    if (index < 0)
        return;
    free(game->tags[index].name);
    free(game->tags[index].value);
    game->tag_count--;
    memmove(&game->tags[index], &game->tags[index + 1],
            (size_t)(game->tag_count - index) * sizeof *game->tags);
}

/* ---- Moves ---- */

PgnMove *pgn_add_move(PgnLine *line, Move move) {
    if (line->count >= PGN_MAX_MOVES)
        return NULL;
    if (line->count == line->room) {
        const int room = line->room > 0 ? 2 * line->room : 8;
        PgnMove *moves = realloc(line->moves, (size_t)room * sizeof *moves);
        if (moves == NULL)
            return NULL;
        line->moves = moves;
        line->room = room;
    }
    PgnMove *added = &line->moves[line->count++];
    memset(added, 0, sizeof *added);
    added->move = move;
    return added;
}

/* Lists without a field for their room grow when their count reaches a power of two. */
static bool is_full(int count) {
    return (count & (count - 1)) == 0;
}

static size_t next_room(int count) {
    return count > 0 ? 2 * (size_t)count : 1;
}

PgnLine *pgn_add_variation(PgnMove *move) {
    if (is_full(move->variation_count)) {
        PgnLine **more =
            realloc(move->variations, next_room(move->variation_count) * sizeof(PgnLine *));
        if (more == NULL)
            return NULL;
        move->variations = more;
    }
    PgnLine *line = calloc(1, sizeof *line);
    if (line != NULL)
        move->variations[move->variation_count++] = line;
    return line;
}

bool pgn_add_nag(PgnMove *move, uint8_t nag) {
    if (is_full(move->nag_count)) {
        uint8_t *nags = realloc(move->nags, next_room(move->nag_count));
        if (nags == NULL)
            return false;
        move->nags = nags;
    }
    move->nags[move->nag_count++] = nag;
    return true;
}

/* ---- Comments ---- */

static bool set_comment(char **place, const char *comment) {
    char *copy = NULL;
    if (comment != NULL) {
        copy = pgn_text_clean(comment, PGN_SINGLE_BLANKS, PGN_MAX_COMMENT);
        if (copy == NULL)
            return false;
        if (copy[0] == '\0') {
            free(copy);
            copy = NULL;
        }
    }
    free(*place);
    *place = copy;
    return true;
}

bool pgn_set_comment(PgnMove *move, const char *comment) {
    return set_comment(&move->comment, comment);
}

bool pgn_set_line_comment(PgnLine *line, const char *comment) {
    return set_comment(&line->comment, comment);
}

/* ---- The end ---- */

bool pgn_is_result(const char *text) {
    return strcmp(text, "1-0") == 0 || strcmp(text, "0-1") == 0 || strcmp(text, "1/2-1/2") == 0 ||
           strcmp(text, "*") == 0;
}

void pgn_final_position(const PgnGame *game, Position *pos) {
    *pos = game->start;
    for (int i = 0; i < game->line.count; i++) {
        Undo undo;
        position_make(pos, game->line.moves[i].move, &undo);
    }
}
