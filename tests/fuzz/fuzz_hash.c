/* Saved hash files: one with a few entries, changed and sealed again, or any bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/fingerprint.h"
#include "engine/search/tt_file.h"
#include "tests/fuzz/edits.h"

enum { HEADER_WORDS = 13, ENTRIES = 40 };

static void fill(TranspositionTable *tt) {
    for (int i = 0; i < ENTRIES; i++) {
        const TTEntry entry = {.move = MOVE_NONE,
                               .score = i,
                               .eval = -i,
                               .depth = i % 20,
                               .bound = i % 2 == 0 ? BOUND_EXACT : BOUND_LOWER};
        tt_store(tt, (Key)i * UINT64_C(0x9e3779b97f4a7c15), &entry);
    }
}

/* The file that is changed.  Stays until the program ends. */
static const EditedFile *base(TranspositionTable *tt) {
    static EditedFile file;
    char path[64];
    Message message;
    if (file.bytes != NULL)
        return &file;
    fill(tt);
    snprintf(path, sizeof path, FUZZ_PATH "hash-%ld", (long)getpid());
    FUZZ_CHECK(tt_save(tt, &RULES[0], path, &message));
    file = edited_take(path);
    return &file;
}

/* Puts the chain of checksums right, as far as the file has the form of one. */
static void seal(EditedFile *file) {
    uint64_t *words = (uint64_t *)calloc(file->size / 8 + 1, 8);
    const size_t count = file->size / 8;
    FUZZ_CHECK(words != NULL);
    for (size_t i = 0; i < count; i++)
        words[i] = edited_word(file, i);
    size_t at = HEADER_WORDS;
    if (count >= HEADER_WORDS)
        words[at - 1] = fingerprint_of_words(0, words, at - 1);
    for (uint64_t sum = count >= at ? words[at - 1] : 0; at + 2 < count;) {
        const uint64_t records = words[at];
        const uint64_t follow = records == 0 ? 1 : records * 2;
        if (records > count || at + 2 + follow > count)
            break;
        sum = fingerprint_of_words(sum, &records, 1);
        sum = fingerprint_of_words(sum, &words[at + 2], (size_t)follow);
        words[at + 1] = sum;
        at += 2 + (size_t)follow;
    }
    for (size_t i = 0; i < count; i++)
        edited_set_word(file, i, words[i]);
    free(words);
}

/* What was loaded can be looked at, and saved sound. */
static void expect_sound(const TranspositionTable *tt) {
    for (size_t b = 0; b < tt->count; b += 61) {
        TTRecord records[TT_BUCKET];
        const int found = tt_export(tt, b, records);
        for (int i = 0; i < found; i++) {
            FUZZ_CHECK(tt_record_is_sound(&records[i]));
            const TTEntry entry = tt_probe(tt, records[i].key_and_age & ~UINT64_C(0xff));
            FUZZ_CHECK(!entry.hit || (entry.depth >= 0 && entry.depth <= 255));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static TranspositionTable tt;
    Message message = {""};
    fuzz_begin();
    if (tt.buckets == NULL)
        FUZZ_CHECK(tt_resize(&tt, 1, &message));
    EditedFile file = edited_file(bytes, size, base(&tt), seal);
    if (tt_load(&tt, &RULES[0], fuzz_file(file.bytes, file.size), &message))
        expect_sound(&tt);
    FUZZ_CHECK(message.text[0] != '\0');
    free(file.bytes);
    return 0;
}
