/* A conversation over UCI. */
#include "engine/protocol/protocol.h"
#include "tests/fuzz/conversation.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    conversation_hold(bytes, size, SPEAK_UCI);
    return 0;
}
