/* A conversation over XBoard's protocol. */
#include "engine/protocol/protocol.h"
#include "tests/fuzz/conversation.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    conversation_hold(bytes, size, SPEAK_XBOARD);
    return 0;
}
