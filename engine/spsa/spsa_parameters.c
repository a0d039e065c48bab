#include "engine/spsa/spsa_parameters.h"

#include "engine/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    FIELDS = 7,
    FILE_MAX = 1 << 20, /* bytes */
    VALUE_MAX = 1 << 30 /* of a parameter, in amount */
};

static const char *const FIELD_NAMES = "name, int, start, min, max, c_end, r_end";

/* ---- A line ---- */

static void cut_comment(char *line) {
    for (char *c = line; *c != '\0'; c++)
        if (*c == '#' && (c == line || c[-1] == ' ' || c[-1] == '\t')) {
            *c = '\0';
            return;
        }
}

/* The text without blanks around it, in place. */
static char *trimmed(char *text) {
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

/* Splits at commas, in place; returns how many fields there are, which may be more than fit. */
static int split(char *line, char **fields) {
    int count = 0;
    for (char *at = line; at != NULL; count++) {
        char *comma = strchr(at, ',');
        if (comma != NULL)
            *comma = '\0';
        if (count < FIELDS)
            fields[count] = trimmed(at);
        at = comma != NULL ? comma + 1 : NULL;
    }
    return count;
}

static bool read_name(const char *text, char *name, Message *message) {
    const size_t length = strlen(text);
    if (length == 0)
        return message_set(message, "the name is missing");
    if (length >= SPSA_NAME_SIZE)
        return message_set(message, "the name '%.40s…' is longer than %d bytes", text,
                           SPSA_NAME_SIZE - 1);
    for (const char *c = text; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            return message_set(message, "the name '%.63s' has a character that is not ASCII", text);
    memcpy(name, text, length + 1);
    return true;
}

static bool read_type(const char *text, Message *message) {
    if (strcasecmp(text, "int") == 0)
        return true;
    if (strcasecmp(text, "float") == 0)
        return message_set(message, "type 'float': engines' options are whole numbers; scale the "
                                    "parameter and make it an int");
    return message_set(message, "the type must be int, not '%.40s'", text);
}

static bool read_gain(const char *what, const char *text, double *gain, Message *message) {
    char *end;
    errno = 0;
    *gain = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(*gain > 0 && *gain <= VALUE_MAX))
        return message_set(message, "%s: '%.40s' is no number above 0", what, text);
    return true;
}

static bool read_parameter(char *line, SpsaParameter *p, Message *message) {
    char *field[FIELDS];
    const int count = split(line, field);
    if (count != FIELDS)
        return message_set(message, "%d fields instead of the seven: %s", count, FIELD_NAMES);
    *p = (SpsaParameter){.name = ""};
    return read_name(field[0], p->name, message) && read_type(field[1], message) &&
           number_read("min", field[3], -VALUE_MAX, VALUE_MAX, &p->least, message) &&
           number_read("max", field[4], -VALUE_MAX, VALUE_MAX, &p->most, message) &&
           (p->least < p->most ||
            message_set(message, "min (%" PRId64 ") must be below max (%" PRId64 ")", p->least,
                        p->most)) &&
           number_read("start", field[2], p->least, p->most, &p->start, message) &&
           read_gain("c_end", field[5], &p->c_end, message) &&
           (p->c_end <= (double)(p->most - p->least) ||
            message_set(message, "c_end: %g is wider than the range from min to max", p->c_end)) &&
           read_gain("r_end", field[6], &p->r_end, message);
}

/* ---- The whole ---- */

typedef struct {
    SpsaParameter *parameters;
    int *lines; /* where each of them stands */
    int count;
} Reading;

static bool add_parameter(Reading *r, int line, const SpsaParameter *p, Message *message) {
    for (int i = 0; i < r->count; i++)
        if (strcasecmp(r->parameters[i].name, p->name) == 0)
            return message_set(message, "'%s' stands in line %d already", p->name, r->lines[i]);
    if (r->count == SPSA_PARAMETERS_MAX)
        return message_set(message, "there may be no more than %d parameters", SPSA_PARAMETERS_MAX);
    r->lines[r->count] = line;
    r->parameters[r->count++] = *p;
    return true;
}

static bool read_lines(Reading *r, char *text, const char *file_name, Message *message) {
    int number = 0;
    for (char *line = text; line != NULL;) {
        SpsaParameter p;
        Message why;
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        number++;
        cut_comment(line);
        if (*trimmed(line) != '\0' &&
            (!read_parameter(line, &p, &why) || !add_parameter(r, number, &p, &why)))
            return message_set(message, "%.120s, line %d: %s", file_name, number, why.text);
        line = end != NULL ? end + 1 : NULL;
    }
    return r->count > 0 || message_set(message, "%.200s: there is no parameter in it", file_name);
}

bool spsa_parameters_parse(const char *text, const char *file_name, SpsaParameter **parameters,
                           int *count, Message *message) {
    char *copy = strdup(text);
    Reading r = {.parameters = calloc(SPSA_PARAMETERS_MAX, sizeof *r.parameters),
                 .lines = calloc(SPSA_PARAMETERS_MAX, sizeof *r.lines)};
    bool read = false;
    if (copy == NULL || r.parameters == NULL || r.lines == NULL)
        message_set(message, "no memory");
    else
        read = read_lines(&r, copy, file_name, message);
    free(copy);
    free(r.lines);
    *parameters = r.parameters;
    *count = r.count;
    if (!read) {
        free(r.parameters);
        *parameters = NULL;
        *count = 0;
    }
    return read;
}

char *spsa_parameters_load(const char *file_name, Message *message) {
    FILE *in = fopen(file_name, "r");
    char *text = malloc(FILE_MAX + 1);
    if (in == NULL || text == NULL) {
        message_set(message, "%.200s: %s", file_name, strerror(errno));
    } else {
        const size_t size = fread(text, 1, FILE_MAX + 1, in);
        text[size < FILE_MAX ? size : FILE_MAX] = '\0';
        const bool fits = size <= FILE_MAX;
        if (!ferror(in) && fits && strlen(text) == size) {
            fclose(in);
            return text;
        }
        message_set(message, "%.200s: %s", file_name,
                    ferror(in) ? strerror(errno) : "it is no list of parameters");
    }
    if (in != NULL)
        fclose(in);
    free(text);
    return NULL;
}

void spsa_parameter_write(FILE *out, const SpsaParameter *p, int64_t start) {
    fprintf(out, "%s, int, %" PRId64 ", %" PRId64 ", %" PRId64 ", %.10g, %.10g\n", p->name, start,
            p->least, p->most, p->c_end, p->r_end);
}
