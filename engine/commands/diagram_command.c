#include "bitboard/notation.h"
#include "engine/commands/command.h"
#include "engine/commands/output_file.h"
#include "engine/picture/board_picture.h"
#include "engine/picture/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ARROWS_MOST = 64, DEFAULT_WIDTH = 720 };

typedef struct {
    Position pos;
    Arrow arrows[ARROWS_MOST];
    BoardPicture picture;
    const char *path; /* NULL: stdout */
} Request;

/* "g2g5": from one square to another, whatever stands there. */
static bool read_arrow(const char *option, const char *text, Arrow *arrow, Message *message) {
    const int first = square_read(text, &arrow->from);
    const int second = first > 0 ? square_read(text + first, &arrow->to) : 0;
    if (second == 0 || text[first + second] != '\0' || arrow->from == arrow->to)
        return message_set(message, "%s: '%.40s' is not two different squares, such as g2g5",
                           option, text);
    return true;
}

static bool read_arrows(const Arguments *arguments, Request *r, Message *message) {
    char *const *words = NULL;
    const char *single = arguments_value(arguments, "--arrows");
    const int count = arguments_words(arguments, "--arrows", &words);
    const int arrows = single != NULL && count == 0 ? 1 : count; /* 1: --arrows=SQUARES */
    if (arrows > ARROWS_MOST)
        return message_set(message, "--arrows: %d are too many", arrows);
    for (int i = 0; i < arrows; i++)
        if (!read_arrow("--arrows", count == 0 ? single : words[i], &r->arrows[i], message))
            return false;
    r->picture.arrows = r->arrows;
    r->picture.arrow_count = arrows;
    return true;
}

/* The last move of --moves, unless --last-move names another. */
static bool read_last_move(const Arguments *arguments, Move *last, Message *message) {
    const char *text = arguments_value(arguments, "--last-move");
    Arrow squares;
    if (text == NULL)
        return true;
    if (!read_arrow("--last-move", text, &squares, message))
        return false;
    *last = move_make(squares.from, squares.to);
    return true;
}

static bool read_request(const Arguments *arguments, Request *r, Message *message) {
    int64_t width = DEFAULT_WIDTH;
    Move last;
    if (!arguments_position_and_move(arguments, &r->pos, &last, message) ||
        !read_last_move(arguments, &last, message) || !read_arrows(arguments, r, message) ||
        !arguments_number(arguments, "--width", PICTURE_WIDTH_LEAST, PICTURE_WIDTH_MOST, &width,
                          message))
        return false;
    r->picture.pos = &r->pos;
    r->picture.width = (int)width;
    r->picture.black_side = arguments_value(arguments, "--flip") != NULL;
    r->picture.no_coordinates = arguments_value(arguments, "--no-coordinates") != NULL;
    r->picture.last_move = last;
    r->path = arguments_value(arguments, "-o");
    return true;
}

static bool ends_in(const char *text, const char *end) {
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcasecmp(text + length - end_length, end) == 0;
}

static bool write_png(const Request *r, FILE *out, Message *message) {
    FILE *svg = tmpfile();
    if (svg == NULL)
        return message_set(message, "there is no place for a temporary file");
    board_picture_write(svg, &r->picture);
    const bool good = png_from_svg(svg, out, message);
    fclose(svg);
    return good;
}

static bool write_picture(const Request *r, Message *message) {
    OutputFile output;
    bool good = true;
    if (!output_file_open(&output, r->path, message))
        return false;
    if (r->path != NULL && ends_in(r->path, ".png"))
        good = write_png(r, output.file, message);
    else
        board_picture_write(output.file, &r->picture);
    good = good && output_file_commit(&output, message);
    output_file_discard(&output);
    return good;
}

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    Request *request = calloc(1, sizeof *request);
    if (request == NULL || !read_request(arguments, request, &message)) {
        free(request);
        return arguments_refuse(arguments, &message);
    }
    const bool good = write_picture(request, &message);
    if (!good)
        fprintf(stderr, "brindle diagram: %s\n", message.text);
    free(request);
    return good ? 0 : 1;
}

static const OptionSpec OPTIONS[] = {
    {"--fen", "FEN", "the position (default: the array)"},
    {"--moves", "MOVE…", "moves to play first, by coordinates or SAN; the last is marked"},
    {"--variant", "V", "the rule set: wildebeest (default) or standard-wildebeest"},
    {"-o", "FILE", "where to write: .svg, or .png (needs rsvg-convert); default: standard output"},
    {"--flip", NULL, "Black at the bottom"},
    {"--arrows", "SQUARES…", "arrows from one square to another: g2g5 j1i3"},
    {"--last-move", "SQUARES", "mark these two squares as the last move"},
    {"--no-coordinates", NULL, "a narrow edge without letters and numbers"},
    {"--width", "PX", "in pixels (default 720)"},
    {NULL, NULL, NULL},
};

const Command COMMAND_DIAGRAM = {.name = "diagram",
                                 .summary = "draw a position as a picture (SVG or PNG)",
                                 .details = "A king in check stands on red.",
                                 .options = OPTIONS,
                                 .run = run};
