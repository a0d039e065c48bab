#include "tests/fuzz/conversation.h"

#include "bitboard/position.h"
#include "tests/fuzz/bounds.h"
#include "tests/fuzz/fuzz.h"

void conversation_hold(const uint8_t *bytes, size_t size, ProtocolChoice choice) {
    fuzz_begin();
    FILE *in = bounds_conversation((const char *)bytes, size), *out = bounds_sink();
    FUZZ_CHECK(in != NULL && out != NULL);
    FUZZ_CHECK(protocol_run(in, out, choice) == 0);
    fclose(in);
    fclose(out);
}
