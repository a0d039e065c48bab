/*
 * From tokens to games, checking every move.
 */
#include "bitboard/fen.h"
#include "bitboard/movegen.h"
#include "bitboard/notation.h"
#include "engine/pgn/pgn.h"
#include "engine/pgn/pgn_cursor.h"
#include "engine/pgn/pgn_lexer.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 112, SHOWN_TOKEN = 40 };

/* A line that is being read: the game's at the bottom, variations above it. */
typedef struct {
    PgnLine *line;
    size_t base;     /* moves that the cursor has played before the line's first */
    PgnText comment; /* what has been said since its last move */
    long opened;     /* in which line of the file */
} Frame;

struct PgnReader {
    PgnLexer lexer;
    char name[NAME_SIZE];
    long number; /* of the game */
    PgnWarn warn;
    void *warn_context;

    /* Of the game that is being read. */
    PgnGame *game;
    Message *message;
    PgnCursor cursor;
    Frame frames[PGN_MAX_DEPTH + 1];
    int depth;
    int move_count; /* with those of variations */
    int64_t first_byte;
    bool begun;  /* something of it has been read */
    bool tagged; /* a tag, too */
    bool warned_of_number, warned_of_latin1;
    long variant_line, fen_line, setup_line;
};

/* ---- The reader ---- */

/* The file's name, or its end if it is long: a message must have room for the rest. */
static void shorten_name(const char *name, char *shown) {
    const size_t length = strlen(name), most = NAME_SIZE - sizeof "…";
    if (length <= most) {
        memcpy(shown, name, length + 1);
        return;
    }
    snprintf(shown, NAME_SIZE, "…%s", name + length - most);
}

PgnReader *pgn_reader_new(FILE *in, const char *name) {
    PgnReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL || !pgn_lexer_init(&reader->lexer, in)) {
        free(reader);
        return NULL;
    }
    shorten_name(name, reader->name);
    return reader;
}

void pgn_reader_free(PgnReader *reader) {
    if (reader == NULL)
        return;
    for (int i = 0; i <= PGN_MAX_DEPTH; i++)
        pgn_text_free(&reader->frames[i].comment);
    pgn_cursor_free(&reader->cursor);
    pgn_lexer_free(&reader->lexer);
    free(reader);
}

void pgn_reader_on_warning(PgnReader *reader, PgnWarn warn, void *context) {
    reader->warn = warn;
    reader->warn_context = context;
}

int64_t pgn_reader_bytes(const PgnReader *reader) {
    return reader->lexer.source.bytes;
}

const char *pgn_reader_name(const PgnReader *reader) {
    return reader->name;
}

/* ---- What went wrong ---- */

/* "FILE: game 3, line 120, at 'Nf9': why"; without a token, `token` is NULL. */
static void describe(const PgnReader *r, long line, const char *token, const char *why,
                     Message *message) {
    const int shown = token != NULL ? (int)pgn_utf8_cut(token, SHOWN_TOKEN) : 0;
    if (token == NULL || token[0] == '\0')
        message_set(message, "%s: game %ld, line %ld: %s", r->name, r->number, line, why);
    else
        message_set(message, "%s: game %ld, line %ld, at '%.*s%s': %s", r->name, r->number, line,
                    shown, token, token[shown] != '\0' ? "…" : "", why);
}

static PgnStatus refuse_at(PgnReader *r, long line, const char *token, const char *why) {
    describe(r, line, token, why, r->message);
    return PGN_ERROR;
}

/* The token that the lexer has just yielded is at fault. */
static PgnStatus refuse(PgnReader *r, const char *why) {
    return refuse_at(r, r->lexer.line, r->lexer.text, why);
}

static PgnStatus fail_memory(PgnReader *r) {
    message_set(r->message, "%s: game %ld, line %ld: no memory", r->name, r->number,
                r->lexer.source.line);
    return PGN_FAILED;
}

static PgnStatus fail_reading(PgnReader *r) {
    message_set(r->message, "%s: cannot be read after line %ld: %s", r->name, r->lexer.source.line,
                strerror(r->lexer.source.error));
    return PGN_FAILED;
}

static void warn(PgnReader *r, const char *token, const char *why) {
    Message message;
    if (r->warn == NULL)
        return;
    describe(r, r->lexer.line, token, why, &message);
    r->warn(r->warn_context, message.text);
}

/* ---- Comments ---- */

/* One more comment on the last move of the present line (or before its first). */
static PgnStatus take_comment(PgnReader *r) {
    PgnText *comment = &r->frames[r->depth].comment;
    const PgnText *body = &r->lexer.body;
    if (r->lexer.latin1 && !r->warned_of_latin1) {
        r->warned_of_latin1 = true;
        warn(r, NULL, "the comment is not UTF-8; it is taken as ISO 8859-1");
    }
    if (body->length == 0)
        return PGN_GAME;
    if (comment->length + body->length + 1 > PGN_MAX_COMMENT)
        return refuse_at(r, r->lexer.line, "{", "the comments on one move are too long");
    if ((comment->length > 0 && !pgn_text_add_byte(comment, ' ')) ||
        !pgn_text_add(comment, body->bytes, body->length))
        return fail_memory(r);
    return PGN_GAME;
}

/* Gives a line's last move what was said about it; false if memory is out. */
static bool settle_comment(Frame *frame) {
    if (frame->comment.length == 0)
        return true;
    PgnLine *line = frame->line;
    char **place = line->count > 0 ? &line->moves[line->count - 1].comment : &line->comment;
    *place = pgn_text_take(&frame->comment);
    return *place != NULL;
}

/* ---- Tags ---- */

static PgnStatus take_tag(PgnReader *r) {
    const char *name = r->lexer.text;
    if (r->lexer.latin1 && !r->warned_of_latin1) {
        r->warned_of_latin1 = true;
        warn(r, name, "the value is not UTF-8; it is taken as ISO 8859-1");
    }
    if (pgn_tag(r->game, name) != NULL)
        return refuse(r, "the tag is given twice");
    if (r->game->tag_count >= PGN_MAX_TAGS)
        return refuse(r, "the game has too many tags");
    if (!pgn_set_tag(r->game, name, r->lexer.body.length > 0 ? r->lexer.body.bytes : ""))
        return fail_memory(r);
    if (strcmp(name, "Variant") == 0)
        r->variant_line = r->lexer.line;
    else if (strcmp(name, "FEN") == 0)
        r->fen_line = r->lexer.line;
    else if (strcmp(name, "SetUp") == 0)
        r->setup_line = r->lexer.line;
    return PGN_GAME;
}

/*
 * Does another game's tag section begin here, although this game has no moves yet?  A tag that
 * every game begins with, or one that is there already, behind a blank line.
 */
static bool begins_another_game(const PgnReader *r) {
    char name[PGN_MAX_TOKEN + 1];
    return r->tagged && r->lexer.source.blank_before && pgn_source_at_tag(&r->lexer.source, name) &&
           (strcmp(name, "Event") == 0 || pgn_tag(r->game, name) != NULL);
}

/* Tags, and comments before and between them. */
static PgnStatus read_tags(PgnReader *r) {
    for (;;) {
        const int byte = pgn_lexer_peek(&r->lexer);
        if ((byte != '[' && byte != '{' && byte != ';') || (byte == '[' && begins_another_game(r)))
            return PGN_GAME;
        const TokenKind kind = pgn_lexer_next(&r->lexer);
        if (r->game->first_line == 0)
            r->game->first_line = r->lexer.line;
        if (kind == TOKEN_NO_MEMORY)
            return fail_memory(r);
        r->tagged = r->tagged || byte == '[';
        r->begun = r->begun || byte == '[' || kind == TOKEN_BAD;
        if (kind == TOKEN_BAD)
            return refuse(r, r->lexer.reason.text);
        const PgnStatus status = kind == TOKEN_TAG ? take_tag(r) : take_comment(r);
        if (status != PGN_GAME)
            return status;
    }
}

static const RuleSet *find_rules(const char *value) {
    char lower[64];
    size_t length = strlen(value);
    if (length >= sizeof lower)
        return NULL;
    for (size_t i = 0; i <= length; i++)
        lower[i] = (char)tolower((unsigned char)value[i]);
    return rules_find(lower, NULL);
}

/* The rules and the position that the game begins with. */
static PgnStatus apply_tags(PgnReader *r, const RuleSet *rules) {
    const char *variant = pgn_tag(r->game, "Variant"), *fen = pgn_tag(r->game, "FEN"),
               *setup = pgn_tag(r->game, "SetUp");
    Message why;
    if (variant != NULL) {
        rules = find_rules(variant);
        if (rules == NULL) {
            message_set(&why, "unknown rules '%.40s': it must be %s or %s", variant, RULES[0].name,
                        RULES[1].name);
            return refuse_at(r, r->variant_line, "Variant", why.text);
        }
    } else if (rules == NULL) {
        return refuse_at(r, r->game->first_line, NULL, "the game has no Variant tag");
    }
    position_set_start(&r->game->start, rules);
    if (fen == NULL) {
        if (setup != NULL && strcmp(setup, "1") == 0)
            return refuse_at(r, r->setup_line, "SetUp", "it announces a FEN tag, which is missing");
    } else if (!fen_parse_position(fen, rules, &r->game->start, &why)) {
        position_set_start(&r->game->start, rules);
        return refuse_at(r, r->fen_line, "FEN",
                         strncmp(why.text, "FEN: ", 5) == 0 ? why.text + 5 : why.text);
    }
    pgn_cursor_start(&r->cursor, &r->game->start);
    return PGN_GAME;
}

/* ---- Moves ---- */

/* The first wrong number of a game is reported, and no harm is done. */
static void check_number(PgnReader *r) {
    const Position *pos = &r->cursor.pos;
    const long number = r->lexer.number;
    char token[32];
    Message why;
    if (number < 0 || r->warned_of_number || r->warn == NULL)
        return;
    const bool wrong_side = pos->side == WHITE && r->lexer.dots >= 3;
    if (number == (long)pos->fullmove && !wrong_side)
        return;
    r->warned_of_number = true;
    snprintf(token, sizeof token, "%ld%s", number,
             r->lexer.dots >= 3  ? "..."
             : r->lexer.dots > 0 ? "."
                                 : "");
    message_set(&why, "wrong move number: it is move %u, %s to play", (unsigned)pos->fullmove,
                pos->side == WHITE ? "White" : "Black");
    warn(r, token, why.text);
}

/* san_parse's message without the move at its beginning: ours has it already. */
static const char *without_move(const char *why, const char *move) {
    static const char *const fillers[] = {" is ", ": ", " "};
    char quoted[SHOWN_TOKEN + 8];
    snprintf(quoted, sizeof quoted, "'%.40s'", move);
    const size_t length = strlen(quoted);
    if (strncmp(why, quoted, length) != 0)
        return why;
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++)
        if (strncmp(why + length, fillers[i], strlen(fillers[i])) == 0)
            return why + length + strlen(fillers[i]);
    return why;
}

static PgnStatus refuse_move(PgnReader *r, const char *why) {
    const Position *pos = &r->cursor.pos;
    if (has_legal_move(pos))
        return refuse(r, without_move(why, r->lexer.text));
    return refuse(r, position_in_check(pos) ? "no move can follow after checkmate"
                                            : "no move can follow after stalemate");
}

/* The marks at the end of "Nf3+!?"; none is 0, and -1 is no annotation at all. */
static int annotation_of(const char *word) {
    static const char *const glyphs[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    char marks[4] = "";
    size_t count = 0;
    for (const char *p = word; *p != '\0'; p++)
        if (*p == '!' || *p == '?') {
            if (count >= sizeof marks - 1)
                return -1;
            marks[count++] = *p;
        }
    for (int i = 0; i < 7; i++)
        if (strcmp(marks, glyphs[i]) == 0)
            return i;
    return -1;
}

static PgnStatus take_move(PgnReader *r) {
    Frame *frame = &r->frames[r->depth];
    Move move;
    Message why;
    if (!san_parse(&r->cursor.pos, r->lexer.text, &move, &why))
        return refuse_move(r, why.text);
    const int nag = annotation_of(r->lexer.text);
    if (nag < 0)
        return refuse(r, "its marks are none of ! ? !! ?? !? ?!");
    if (++r->move_count > PGN_MAX_MOVES)
        return refuse(r, "the game has too many moves");
    if (!settle_comment(frame))
        return fail_memory(r);
    PgnMove *added = pgn_add_move(frame->line, move);
    if (added == NULL || (nag > 0 && !pgn_add_nag(added, (uint8_t)nag)) ||
        !pgn_cursor_play(&r->cursor, move))
        return fail_memory(r);
    return PGN_GAME;
}

static PgnMove *last_move(const PgnLine *line) {
    return line->count > 0 ? &line->moves[line->count - 1] : NULL;
}

static PgnStatus take_nag(PgnReader *r) {
    PgnMove *move = last_move(r->frames[r->depth].line);
    if (move == NULL)
        return refuse(r, "an annotation before the first move");
    return pgn_add_nag(move, (uint8_t)r->lexer.number) ? PGN_GAME : fail_memory(r);
}

static PgnStatus open_variation(PgnReader *r) {
    PgnMove *move = last_move(r->frames[r->depth].line);
    if (move == NULL)
        return refuse(r, "a variation before the first move");
    if (r->depth == PGN_MAX_DEPTH)
        return refuse(r, "the variations are nested too deep");
    PgnLine *line = pgn_add_variation(move);
    if (line == NULL)
        return fail_memory(r);
    pgn_cursor_back(&r->cursor);
    Frame *frame = &r->frames[++r->depth];
    frame->line = line;
    frame->base = r->cursor.count;
    frame->opened = r->lexer.line;
    return PGN_GAME;
}

static PgnStatus close_variation(PgnReader *r) {
    if (r->depth == 0)
        return refuse(r, "no variation is open");
    Frame *frame = &r->frames[r->depth];
    if (frame->line->count == 0)
        return refuse(r, "a variation without a move");
    if (!settle_comment(frame))
        return fail_memory(r);
    while (r->cursor.count > frame->base)
        pgn_cursor_back(&r->cursor);
    r->depth--;
    const Move move = last_move(r->frames[r->depth].line)->move;
    return pgn_cursor_play(&r->cursor, move) ? PGN_GAME : fail_memory(r);
}

/* The result, and a comment behind it on its line. */
static PgnStatus take_result(PgnReader *r) {
    PgnSource *source = &r->lexer.source;
    if (r->depth > 0)
        return refuse(r, "a result within a variation");
    memcpy(r->game->result, r->lexer.text, strlen(r->lexer.text) + 1);
    while (pgn_source_has_more_on_line(source)) {
        const int byte = pgn_source_peek(source);
        if (byte == ' ' || byte == '\t') {
            pgn_source_next(source);
            continue;
        }
        if (byte != '{' && byte != ';')
            break;
        const TokenKind kind = pgn_lexer_next(&r->lexer);
        if (kind != TOKEN_COMMENT)
            return kind == TOKEN_BAD ? refuse(r, r->lexer.reason.text) : fail_memory(r);
        const PgnStatus status = take_comment(r);
        if (status != PGN_GAME)
            return status;
    }
    return settle_comment(&r->frames[0]) ? PGN_GAME : fail_memory(r);
}

/* The file ends, or the next game begins, before the result. */
static PgnStatus refuse_unfinished(PgnReader *r) {
    if (r->lexer.source.error != 0)
        return fail_reading(r);
    if (r->depth > 0)
        return refuse_at(r, r->frames[r->depth].opened, "(", "the variation is not closed");
    return refuse_at(r, r->lexer.source.line, NULL, "the game ends without a result");
}

static PgnStatus take_token(PgnReader *r, TokenKind kind) {
    switch (kind) {
    case TOKEN_COMMENT: return take_comment(r);
    case TOKEN_NUMBER: check_number(r); return PGN_GAME;
    case TOKEN_NAG: return take_nag(r);
    case TOKEN_MOVE: return take_move(r);
    case TOKEN_OPEN: return open_variation(r);
    case TOKEN_CLOSE: return close_variation(r);
    case TOKEN_BAD: return refuse(r, r->lexer.reason.text);
    case TOKEN_TAG: return refuse(r, "a tag among the moves");
    default: return fail_memory(r);
    }
}

static PgnStatus read_moves(PgnReader *r) {
    char name[PGN_MAX_TOKEN + 1];
    for (;;) {
        const int byte = pgn_lexer_peek(&r->lexer);
        if (byte == PGN_NO_BYTE || (byte == '[' && pgn_source_at_tag(&r->lexer.source, name)))
            return refuse_unfinished(r);
        const TokenKind kind = pgn_lexer_next(&r->lexer);
        if (r->lexer.source.bytes - r->first_byte > PGN_MAX_GAME)
            return refuse(r, "the game is too long");
        if (kind == TOKEN_RESULT)
            return take_result(r);
        const PgnStatus status = take_token(r, kind);
        if (status != PGN_GAME)
            return status;
    }
}

/* ---- Behind an error ---- */

static bool is_word(const char *word, size_t length) {
    char text[8];
    if (length >= sizeof text)
        return false;
    memcpy(text, word, length);
    text[length] = '\0';
    return pgn_is_result(text);
}

/* Passes over a word or a mark; true if it is a result. */
static bool skip_word(PgnSource *source) {
    char word[8];
    size_t length = 0;
    int byte = pgn_source_peek(source);
    pgn_source_next(source);
    if (pgn_ends_word(byte))
        return byte == '*';
    word[length++] = (char)byte;
    while (!pgn_ends_word(byte = pgn_source_peek(source))) {
        if (length < sizeof word)
            word[length++] = (char)byte;
        pgn_source_next(source);
    }
    return is_word(word, length);
}

/*
 * Passes over the rest of a broken game: up to the tags of the next one, or, if this one has none
 * and others may have none either, behind its result.  `in_tags`: the fault lies in its tags, of
 * which more may follow.
 */
static void skip_game(PgnReader *r, bool in_tags) {
    PgnSource *source = &r->lexer.source;
    char name[PGN_MAX_TOKEN + 1];
    bool in_comment = r->lexer.in_comment;
    int64_t depth = r->depth;
    if (in_tags && !in_comment && source->at > 0)
        pgn_source_skip_line(source);
    for (;;) {
        const int byte = pgn_source_peek(source);
        if (byte == PGN_NO_BYTE)
            return;
        if (byte == '[' && pgn_source_at_tag(source, name)) {
            const bool another = in_tags ? !r->tagged || begins_another_game(r)
                                         : !in_comment || source->blank_before;
            if (another)
                return;
            if (!in_comment) {
                pgn_source_skip_line(source);
                continue;
            }
        }
        if (in_comment || byte == '{') {
            in_comment = byte != '}';
            pgn_source_next(source);
        } else if (byte == ';' || (byte == '%' && pgn_source_at_line_start(source)) ||
                   (byte == '[' && in_tags)) {
            pgn_source_skip_line(source);
        } else if (pgn_is_blank(byte)) {
            pgn_source_next(source);
        } else {
            in_tags = false;
            depth += (byte == '(') - (byte == ')' && depth > 0);
            if (skip_word(source) && !r->tagged && depth == 0)
                return;
        }
    }
}

/* ---- A game ---- */

static void begin_game(PgnReader *r, const RuleSet *rules, PgnGame *game, Message *message) {
    pgn_game_clear(game);
    position_set_start(&game->start, rules != NULL ? rules : &RULES[0]);
    game->number = ++r->number;
    r->game = game;
    r->message = message;
    r->depth = 0;
    r->move_count = 0;
    r->begun = r->tagged = r->warned_of_number = r->warned_of_latin1 = false;
    r->variant_line = r->fen_line = r->setup_line = 0;
    for (int i = 0; i <= PGN_MAX_DEPTH; i++)
        pgn_text_empty(&r->frames[i].comment);
    r->frames[0].line = &game->line;
    r->frames[0].base = 0;
    r->lexer.rest = 0;
    r->lexer.in_comment = false;
    r->first_byte = r->lexer.source.bytes - (int64_t)(r->lexer.source.length - r->lexer.source.at);
}

PgnStatus pgn_read(PgnReader *r, const RuleSet *rules, PgnGame *game, Message *message) {
    begin_game(r, rules, game, message);
    PgnStatus status = read_tags(r);
    bool in_tags = true;
    if (status == PGN_GAME) {
        if (!r->begun && pgn_lexer_peek(&r->lexer) == PGN_NO_BYTE) {
            r->number--;
            return r->lexer.source.error != 0 ? fail_reading(r) : PGN_END;
        }
        if (game->first_line == 0)
            game->first_line = r->lexer.source.line;
        in_tags = false;
        status = apply_tags(r, rules);
        if (status == PGN_GAME)
            status = read_moves(r);
    }
    if (status == PGN_ERROR) {
        for (int i = 0; i <= r->depth; i++)
            if (!settle_comment(&r->frames[i]))
                return fail_memory(r);
        skip_game(r, in_tags);
    }
    return status;
}
