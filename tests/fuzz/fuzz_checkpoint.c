/* Checkpoints of the tuner: a small one, changed and sealed again, or any bytes. */
#include "tune/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/fingerprint.h"
#include "tests/fuzz/edits.h"

static const EditedFile *base(void) {
    static EditedFile file;
    char first[] = "--synthetic", second[] = "2000";
    char *words[] = {first, second};
    char path[64];
    Message message;
    if (file.bytes != NULL)
        return &file;
    FitState *state = calloc(1, sizeof *state);
    EpochRecord records[2] = {{.training_loss = 0.5, .rate = 1}, {.training_loss = 0.25}};
    FUZZ_CHECK(state != NULL);
    state->epochs = 2;
    state->records = records;
    snprintf(path, sizeof path, FUZZ_PATH "checkpoint-%ld", (long)getpid());
    FUZZ_CHECK(checkpoint_write(path, words, 2, 77, state, &message));
    free(state);
    file = edited_take(path);
    return &file;
}

static void seal(EditedFile *file) {
    const size_t before = file->size >= sizeof(uint64_t) ? file->size - sizeof(uint64_t) : 0;
    const uint64_t sum = fingerprint_of(FINGERPRINT_BEGIN, file->bytes, before);
    memcpy(file->bytes + before, &sum, file->size - before);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    Message message = {""};
    Checkpoint checkpoint;
    fuzz_begin();
    EditedFile file = edited_file(bytes, size, base(), seal);
    if (checkpoint_read(&checkpoint, fuzz_file(file.bytes, file.size), &message)) {
        for (int i = 0; i < checkpoint.word_count; i++)
            FUZZ_CHECK(strlen(checkpoint.words[i]) <= file.size);
        FUZZ_CHECK(checkpoint.state.epochs >= 0);
        for (int i = 0; i < checkpoint.state.epochs; i++)
            FUZZ_CHECK(checkpoint.state.records[i].rate != 12345.678);
    } else {
        FUZZ_CHECK(message.text[0] != '\0');
    }
    checkpoint_clear(&checkpoint);
    free(file.bytes);
    return 0;
}
