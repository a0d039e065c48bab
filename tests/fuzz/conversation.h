/*
 * A conversation over a protocol, from the first line to the last.
 */
#ifndef BRINDLE_TESTS_FUZZ_CONVERSATION_H
#define BRINDLE_TESTS_FUZZ_CONVERSATION_H

#include <stddef.h>
#include <stdint.h>

#include "engine/protocol/protocol.h"

/* Ends the program if it cannot be begun, or does not end well. */
void conversation_hold(const uint8_t *bytes, size_t size, ProtocolChoice choice);

#endif
