/* Published books: one with some entries, changed and sealed again, or any bytes. */
#include <stdlib.h>
#include <string.h>

#include "bitboard/movegen.h"
#include "engine/fingerprint.h"
#include "engine/wbook/own_book.h"
#include "engine/wbook/wbook_format.h"
#include "engine/wbook/wbook_line.h"
#include "engine/wbook/wbook_writer.h"
#include "tests/fuzz/edits.h"

enum { BASE_MOVES = 40 };

static int by_code(const void *a, const void *b) {
    const WbookEntry *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1)
                            : (x->move > y->move) - (x->move < y->move);
}

/* The array's first moves, and those behind them. */
static void collect(WbookEntry *entries, int *count) {
    Position pos;
    MoveList list, replies;
    position_set_start(&pos, &RULES[0]);
    generate_legal(&pos, &list);
    for (int i = 0; i < BASE_MOVES; i++) {
        Undo undo;
        const Key key = book_key(&pos);
        entries[(*count)++] = (WbookEntry){key, list.moves[i], i, i % 3 == 0 ? SCORE_NONE : 10 * i};
        position_make(&pos, list.moves[i], &undo);
        generate_legal(&pos, &replies);
        for (int j = 0; j < 8; j++)
            entries[(*count)++] =
                (WbookEntry){book_key(&pos), replies.moves[j], 60000 + j, SCORE_NONE};
        position_unmake(&pos, list.moves[i], &undo);
    }
}

static const EditedFile *base(void) {
    static EditedFile file;
    WbookEntry entries[BASE_MOVES * 9];
    int count = 0;
    Message message;
    if (file.bytes != NULL)
        return &file;
    collect(entries, &count);
    qsort(entries, (size_t)count, sizeof entries[0], by_code);
    FILE *out = tmpfile();
    FUZZ_CHECK(out != NULL);
    WbookWriter *writer = wbook_writer_new(out, "base", &RULES[0], "A book", &message);
    FUZZ_CHECK(writer != NULL);
    for (int i = 0; i < count; i++)
        FUZZ_CHECK(wbook_writer_add(writer, &entries[i], &message));
    FUZZ_CHECK(wbook_writer_finish(writer, &message));
    wbook_writer_free(writer);
    FUZZ_CHECK(fseek(out, 0, SEEK_END) == 0);
    file.size = (size_t)ftell(out);
    file.bytes = malloc(file.size);
    rewind(out);
    FUZZ_CHECK(file.bytes != NULL && fread(file.bytes, 1, file.size, out) == file.size);
    fclose(out);
    return &file;
}

static void seal(EditedFile *file) {
    if (file->size < WBOOK_HEADER_SIZE)
        return;
    const uint64_t entries = edited_word(file, WBOOK_HEADER_ENTRIES),
                   blocks = wbook_blocks(entries);
    if (entries < file->size &&
        WBOOK_HEADER_WORDS + entries * WBOOK_ENTRY_WORDS + blocks * 2 <= file->size / WBOOK_WORD) {
        const size_t directory = WBOOK_HEADER_WORDS + entries * WBOOK_ENTRY_WORDS;
        for (size_t b = 0; b < blocks; b++) {
            const size_t first = b * WBOOK_BLOCK_ENTRIES;
            const size_t count =
                entries - first < WBOOK_BLOCK_ENTRIES ? entries - first : WBOOK_BLOCK_ENTRIES;
            edited_set_word(
                file, directory + 2 * b + 1,
                wbook_checksum(file->bytes + WBOOK_HEADER_SIZE + first * WBOOK_ENTRY_SIZE,
                               count * WBOOK_ENTRY_WORDS));
        }
        edited_set_word(file, WBOOK_HEADER_DIRECTORY,
                        wbook_checksum(file->bytes + directory * WBOOK_WORD, blocks * 2));
    }
    edited_set_word(file, WBOOK_HEADER_CHECKSUM,
                    wbook_checksum(file->bytes, WBOOK_HEADER_CHECKSUM));
}

static void use(Wbook *book) {
    Position pos;
    WbookEntry entries[MAX_MOVES];
    Message message = {""};
    int count;
    Move line[16];
    position_set_start(&pos, wbook_rules(book));
    if (wbook_probe(book, &pos, entries, &count, &message)) {
        for (int i = 0; i < count; i++)
            FUZZ_CHECK(position_is_legal(&pos, entries[i].move));
        RandomSource random = {1};
        wbook_draw_line(book, &pos, &random, line, 16, &count, &message);
    }
    for (uint64_t i = 0; i < wbook_entries(book); i++)
        if (!wbook_entry(book, i, &entries[0], &message))
            break;
    if (wbook_entries(book) > 0)
        wbook_find(book, UINT64_MAX, entries, MAX_MOVES, &count, &message);
    FUZZ_CHECK(strlen(wbook_title(book)) < WBOOK_TITLE_SIZE);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    Message message = {""};
    fuzz_begin();
    EditedFile file = edited_file(bytes, size, base(), seal);
    Wbook *book = wbook_open(fuzz_file(file.bytes, file.size), &message);
    if (book != NULL)
        use(book);
    else
        FUZZ_CHECK(message.text[0] != '\0');
    wbook_close(book);
    free(file.bytes);
    return 0;
}
