#include "tests/support/engines.h"

#include "bitboard/fen.h"
#include "tests/support/suite.h"

Engine *new_engine(int hash_mib, int threads) {
    Message message = {""};
    Engine *engine = engine_new(&message);
    if (engine == NULL || !engine_set_hash(engine, (size_t)hash_mib, &message) ||
        !engine_set_threads(engine, threads, &message))
        fail_msg("%s", message.text);
    return engine;
}

void set_fen(Engine *engine, const char *fen, const RuleSet *rules) {
    Position pos;
    Message message;
    if (!fen_parse(fen, rules, &pos, NULL, &message))
        fail_msg("%s: %s", fen, message.text);
    engine_set_position(engine, &pos);
}
