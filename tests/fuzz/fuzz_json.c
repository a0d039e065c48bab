/* JSON as matches and tuning runs store and exchange it, and the text of SPSA's parameters. */
#include <stdlib.h>
#include <string.h>

#include "engine/match/record.h"
#include "engine/match/word_list.h"
#include "engine/spsa/spsa_parameters.h"
#include "engine/spsa/spsa_unit.h"
#include "tests/fuzz/bounds.h"
#include "tests/fuzz/fuzz.h"

/* A record that has been read can be written as JSON and as PGN, and is read again. */
static void read_record(const char *text, size_t size) {
    GameRecord record;
    Message message = {""};
    record_init(&record);
    if (record_from_json(text, size, &record, &message)) {
        Bytes json = {0};
        FILE *sink = bounds_sink();
        FUZZ_CHECK(sink != NULL && record_to_json(&record, &json));
        GameRecord again;
        record_init(&again);
        FUZZ_CHECK(record_from_json(json.data, json.size, &again, &message));
        FUZZ_CHECK(again.move_count == record.move_count);
        record_clear(&again);
        FUZZ_CHECK(record_write_pgn(sink, &record, "fuzz", true, &message));
        fclose(sink);
        free(json.data);
    } else {
        FUZZ_CHECK(message.text[0] != '\0');
    }
    record_clear(&record);
}

static void read_unit(char *text, size_t size) {
    enum { PARAMETERS = 3 };
    const Bytes json = {.data = text, .size = size};
    int64_t plus[PARAMETERS], minus[PARAMETERS];
    SpsaResult result;
    Message message = {""};
    FUZZ_CHECK(spsa_task_from_json(&json, PARAMETERS, plus, minus, &message) ||
               message.text[0] != '\0');
    message.text[0] = '\0';
    FUZZ_CHECK(spsa_result_from_json(&json, &result, &message) || message.text[0] != '\0');
}

static bool never_given(const void *context, const char *option) {
    (void)context;
    (void)option;
    return false;
}

static void read_words(const char *text) {
    WordList list = {0};
    Message message = {""};
    if (word_list_from_json(&list, text, &message)) {
        char *json = word_list_to_json(&list);
        FUZZ_CHECK(json != NULL);
        free(json);
    }
    word_list_clear(&list);
    bounds_set_json(text);
    FUZZ_CHECK(word_list_add_file(&list, "fuzz", never_given, NULL, &message) ||
               message.text[0] != '\0');
    bounds_set_json(NULL);
    word_list_clear(&list);
}

static void read_parameters(const char *text) {
    SpsaParameter *parameters = NULL;
    int count = 0;
    Message message = {""};
    if (spsa_parameters_parse(text, "fuzz", &parameters, &count, &message)) {
        FUZZ_CHECK(count > 0);
        free(parameters);
    } else {
        FUZZ_CHECK(message.text[0] != '\0');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_begin();
    FuzzInput input = {bytes, bytes + size};
    const uint8_t kind = fuzz_byte(&input);
    char *text = fuzz_text(&input);
    const size_t length = (size_t)(input.end - input.at);
    switch (kind % 4) {
    case 0: read_record(text, length); break;
    case 1: read_unit(text, length); break;
    case 2: read_words(text); break;
    default: read_parameters(text); break;
    }
    free(text);
    return 0;
}
