#include "tests/fuzz/edits.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPEATED = 64, GROWN_MAX = 1 << 16 };

static void change(EditedFile *file, FuzzInput *input) {
    const size_t place = fuzz_number(input);
    const uint8_t count = fuzz_byte(input);
    if (count == 0) {
        file->size = place < file->size ? place : file->size;
    } else if (count == 255 && place >= REPEATED && place + REPEATED <= file->size) {
        memmove(file->bytes + place, file->bytes + place - REPEATED, REPEATED);
    } else {
        for (int i = 0; i < count && input->at < input->end; i++)
            if (place + (size_t)i < GROWN_MAX) {
                if (place + (size_t)i >= file->size)
                    file->size = place + (size_t)i + 1;
                file->bytes[place + (size_t)i] = fuzz_byte(input);
            }
    }
}

EditedFile edited_file(const uint8_t *bytes, size_t size, const EditedFile *base,
                       void (*seal)(EditedFile *file)) {
    FuzzInput input = {bytes, bytes + size};
    const uint8_t kind = fuzz_byte(&input);
    const size_t rest = (size_t)(input.end - input.at);
    EditedFile file = {calloc(base->size + rest + GROWN_MAX, 1), 0};
    FUZZ_CHECK(file.bytes != NULL);
    if ((kind & 1) == 0) {
        file.size = rest;
        if (rest > 0)
            memcpy(file.bytes, input.at, rest);
    } else {
        memcpy(file.bytes, base->bytes, base->size);
        file.size = base->size;
        while (input.at < input.end)
            change(&file, &input);
    }
    if ((kind & 2) != 0)
        seal(&file);
    return file;
}

uint64_t edited_word(const EditedFile *file, size_t word) {
    uint64_t value;
    memcpy(&value, file->bytes + word * sizeof value, sizeof value);
    return le64toh(value);
}

void edited_set_word(EditedFile *file, size_t word, uint64_t value) {
    value = htole64(value);
    memcpy(file->bytes + word * sizeof value, &value, sizeof value);
}

EditedFile edited_take(const char *path) {
    EditedFile file = {NULL, 0};
    FILE *in = fopen(path, "rb");
    FUZZ_CHECK(in != NULL && fseek(in, 0, SEEK_END) == 0);
    const long size = ftell(in);
    FUZZ_CHECK(size > 0);
    rewind(in);
    file.size = (size_t)size;
    file.bytes = malloc(file.size);
    FUZZ_CHECK(file.bytes != NULL && fread(file.bytes, 1, file.size, in) == file.size);
    fclose(in);
    unlink(path);
    return file;
}
