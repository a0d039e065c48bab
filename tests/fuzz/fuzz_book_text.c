/* Books as text: lines that are taken into a store. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/book/book_text.h"
#include "tests/fuzz/fuzz.h"

/* One store for all inputs, empty before and after each: making a file takes long. */
static BookStore *store(void) {
    static BookStore *opened;
    char path[] = FUZZ_PATH "book-XXXXXX";
    Message message;
    if (opened != NULL)
        return opened;
    const int descriptor = mkstemp(path);
    FUZZ_CHECK(descriptor >= 0);
    close(descriptor);
    opened = book_store_create(path, &RULES[0], &message);
    FUZZ_CHECK(opened != NULL);
    FUZZ_CHECK(book_store_execute(opened, "PRAGMA journal_mode = MEMORY", &message));
    unlink(path); /* it lives as long as it is open */
    return opened;
}

static bool check_row(void *context, BookPosition *row, Message *message) {
    Position pos;
    BookMove moves[MAX_MOVES];
    int count;
    FUZZ_CHECK(book_store_open_row(context, row, &pos, moves, &count, message));
    for (int i = 0; i < count; i++)
        FUZZ_CHECK(position_is_legal(&pos, moves[i].move));
    return true;
}

static bool close_line(BookStore *s, Message *message) {
    return book_text_link(s, message) && book_store_sum_counts(s, message);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    Message message = {""};
    fuzz_begin();
    const FuzzInput input = {bytes, bytes + size};
    BookStore *s = store();
    char *text = fuzz_text(&input), *rest = NULL;
    FUZZ_CHECK(database_begin(book_store_database(s), &message));
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        if (!book_text_read(s, line, &message))
            FUZZ_CHECK(message.text[0] != '\0');
    FUZZ_CHECK(close_line(s, &message));
    FUZZ_CHECK(book_store_each(s, BOOK_BY_ID, check_row, s, &message));
    database_rollback(book_store_database(s));
    free(text);
    return 0;
}
