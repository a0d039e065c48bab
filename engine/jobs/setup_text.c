#include "engine/jobs/setup_text.h"

#include "engine/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void setup_put(FILE *out, const char *word) {
    fwrite(word, 1, strlen(word) + 1, out);
}

void setup_put_number(FILE *out, int64_t number) {
    fprintf(out, "%" PRId64 "%c", number, '\0');
}

bool setup_collect(const JobWork *work, const void *setup, Bytes *bytes, Message *message) {
    *bytes = (Bytes){NULL, 0};
    FILE *out = open_memstream(&bytes->data, &bytes->size);
    if (out == NULL)
        return message_set(message, "no memory");
    const bool written = work->setup_write(setup, out, message);
    const bool failed = ferror(out) != 0;
    if (fclose(out) == 0 && written && !failed)
        return true;
    free(bytes->data);
    *bytes = (Bytes){NULL, 0};
    return written ? message_set(message, "no memory") : false;
}

SetupText setup_text(const Bytes *bytes) {
    return (SetupText){bytes->data, bytes->data + bytes->size, false};
}

const char *setup_take(SetupText *text) {
    const char *word = text->at;
    const char *end = text->failed ? NULL : memchr(word, '\0', (size_t)(text->end - word));
    if (end == NULL) {
        text->failed = true;
        return "";
    }
    text->at = end + 1;
    return word;
}

int64_t setup_take_number(SetupText *text, int64_t least, int64_t most) {
    int64_t number = least;
    Message message;
    if (!number_read("a setup", setup_take(text), least, most, &number, &message))
        text->failed = true;
    return number;
}

bool setup_taken(const SetupText *text, Message *message) {
    return !text->failed || message_set(message, "what a job has to know came damaged");
}
