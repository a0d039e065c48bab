#include "tune/checkpoint.h"

#include "engine/commands/output_file.h"
#include "engine/fingerprint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * The layout, in the machine's own byte order (a file of the other one has another MAGIC):
 * MAGIC, kind of numbers, fingerprint of the terms, fingerprint of the data, words, state, records,
 * checksum.  A number in front of words and records says how many there are.
 */
static const uint64_t MAGIC = UINT64_C(0x31454e5554444e42); /* "BNDTUNE1" */
enum { WORDS_MAX = 100000, WORD_MAX = 65536, EPOCHS_MAX = 1000000 };

/* Of all terms, by name, kind and size. */
static uint64_t terms_fingerprint(void) {
    uint64_t sum = FINGERPRINT_BEGIN;
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++) {
        const WeightTerm *term = &WEIGHT_TERMS[t];
        const int numbers[] = {(int)term->kind, term->rows, term->columns};
        sum = fingerprint_of(sum, term->name, strlen(term->name) + 1);
        sum = fingerprint_of(sum, numbers, sizeof numbers);
    }
    return sum;
}

/* ---- Both ways at once: what is written is what is read ---- */

typedef struct {
    FILE *out;        /* writing, or … */
    const char *next; /* … reading, up to `end` */
    const char *end;
    bool failed;
    uint64_t sum;
} Stream;

static void pass(Stream *s, void *bytes, size_t size) {
    if (s->out != NULL) {
        s->failed = s->failed || fwrite(bytes, 1, size, s->out) != size;
    } else if (s->failed || (size_t)(s->end - s->next) < size) {
        s->failed = true;
        memset(bytes, 0, size);
        return;
    } else {
        memcpy(bytes, s->next, size);
        s->next += size;
    }
    s->sum = fingerprint_of(s->sum, bytes, size);
}

static void pass_count(Stream *s, int *count, int most) {
    int64_t number = *count;
    pass(s, &number, sizeof number);
    s->failed = s->failed || number < 0 || number > most;
    *count = s->failed ? 0 : (int)number;
}

/* The state without its records. */
static void pass_state(Stream *s, FitState *state) {
    double flag = state->converged ? 1 : 0;
    double *numbers[] = {&state->slope,
                         &state->score_slope,
                         &state->start_training_loss,
                         &state->start_validation_loss,
                         &state->rate,
                         &state->best_loss,
                         &state->rate_loss,
                         &flag};
    int *counts[] = {&state->best_epoch, &state->since_gain, &state->epochs};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        pass(s, numbers[i], sizeof *numbers[i]);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        pass_count(s, counts[i], EPOCHS_MAX);
    state->converged = flag != 0;
    pass(s, state->start_value, sizeof state->start_value);
    pass(s, state->start, sizeof state->start);
    pass(s, state->weights, sizeof state->weights);
    pass(s, state->best, sizeof state->best);
    pass(s, &state->optimiser.steps, sizeof state->optimiser.steps);
    pass(s, state->optimiser.mean, sizeof state->optimiser.mean);
    pass(s, state->optimiser.square, sizeof state->optimiser.square);
}

static void pass_record(Stream *s, EpochRecord *r) {
    pass(s, &r->training_loss, sizeof r->training_loss);
    pass(s, &r->validation_loss, sizeof r->validation_loss);
    pass(s, &r->rate, sizeof r->rate);
    pass(s, &r->seconds, sizeof r->seconds);
    pass(s, &r->processor_seconds, sizeof r->processor_seconds);
    pass(s, r->value, sizeof r->value);
}

/* ---- Writing ---- */

bool checkpoint_write(const char *file_name, char *const *words, int word_count,
                      uint64_t data_fingerprint, const FitState *state, Message *message) {
    OutputFile file;
    uint64_t magic = MAGIC, terms = terms_fingerprint();
    FitState *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return message_set(message, "%.200s: no memory", file_name);
    if (!output_file_open(&file, file_name, message)) {
        free(copy);
        return false;
    }
    *copy = *state;
    Stream s = {.out = file.file, .sum = FINGERPRINT_BEGIN};
    pass(&s, &magic, sizeof magic);
    pass(&s, &terms, sizeof terms);
    pass(&s, &data_fingerprint, sizeof data_fingerprint);
    pass_count(&s, &word_count, WORDS_MAX);
    for (int i = 0; i < word_count; i++) {
        int length = (int)strlen(words[i]);
        pass_count(&s, &length, WORD_MAX);
        pass(&s, words[i], (size_t)length);
    }
    pass_state(&s, copy);
    for (int i = 0; i < copy->epochs; i++) {
        EpochRecord record = state->records[i];
        pass_record(&s, &record);
    }
    uint64_t sum = s.sum;
    pass(&s, &sum, sizeof sum);
    free(copy);
    if (!s.failed)
        return output_file_commit(&file, message);
    message_set(message, "%.200s: %s", file_name, errno != 0 ? strerror(errno) : "too long a word");
    output_file_discard(&file);
    return false;
}

/* ---- Reading ---- */

static bool read_whole(const char *file_name, char **text, size_t *size, Message *message) {
    FILE *in = fopen(file_name, "rb");
    size_t room = 0, got = 1;
    *text = NULL;
    *size = 0;
    if (in == NULL)
        return message_set(message, "%.200s: %s", file_name, strerror(errno));
    errno = 0;
    while (got > 0) {
        if (*size == room) {
            room = room == 0 ? 1 << 20 : 2 * room;
            char *more = realloc(*text, room);
            if (more == NULL)
                break;
            *text = more;
        }
        got = fread(*text + *size, 1, room - *size, in);
        *size += got;
    }
    const bool failed = ferror(in) != 0 || got > 0;
    const int error = errno;
    fclose(in);
    return !failed || message_set(message, "%.200s: %s", file_name,
                                  error != 0 ? strerror(error) : "no memory");
}

static void read_words(Stream *s, Checkpoint *c) {
    int count = 0;
    pass_count(s, &count, WORDS_MAX);
    c->words = calloc((size_t)count + 1, sizeof *c->words);
    s->failed = s->failed || c->words == NULL;
    while (c->word_count < count && !s->failed) {
        int length = 0;
        pass_count(s, &length, WORD_MAX);
        char *word = calloc((size_t)length + 1, 1);
        s->failed = s->failed || word == NULL;
        if (word == NULL)
            return;
        pass(s, word, (size_t)length);
        c->words[c->word_count++] = word;
    }
}

static bool read_body(Stream *s, Checkpoint *c, const char *file_name, Message *message) {
    uint64_t magic = 0, terms = 0, sum = 0;
    pass(s, &magic, sizeof magic);
    if (magic != MAGIC)
        return message_set(message,
                           "%.200s: it is no checkpoint of this version on this kind of "
                           "machine",
                           file_name);
    pass(s, &terms, sizeof terms);
    pass(s, &c->data_fingerprint, sizeof c->data_fingerprint);
    read_words(s, c);
    const bool same_terms = s->failed || terms == terms_fingerprint();
    if (!same_terms)
        return message_set(message, "%.200s: it belongs to an evaluation with other weights",
                           file_name);
    pass_state(s, &c->state);
    c->records = calloc((size_t)c->state.epochs + 1, sizeof *c->records);
    s->failed = s->failed || c->records == NULL;
    for (int i = 0; i < c->state.epochs && !s->failed; i++)
        pass_record(s, &c->records[i]);
    c->state.records = c->records;
    const uint64_t wanted = s->sum;
    pass(s, &sum, sizeof sum);
    return (!s->failed && sum == wanted && s->next == s->end) ||
           message_set(message, "%.200s: it is damaged", file_name);
}

bool checkpoint_read(Checkpoint *c, const char *file_name, Message *message) {
    size_t size;
    char *text;
    memset(c, 0, sizeof *c);
    bool good = read_whole(file_name, &text, &size, message);
    if (good) {
        Stream s = {.next = text, .end = text + size, .sum = FINGERPRINT_BEGIN};
        good = read_body(&s, c, file_name, message);
    }
    free(text);
    return good;
}

void checkpoint_clear(Checkpoint *c) {
    for (int i = 0; i < c->word_count; i++)
        free(c->words[i]);
    free(c->words);
    free(c->records);
    c->word_count = 0;
    c->words = NULL;
    c->records = NULL;
}
