"""What is mutated, and which tests judge it.

`count` mutants are drawn from the files of a group.  Of the tests only those are asked that look at
behaviour: signatures and comparisons of node counts of searches would notice any change at all.
"""

import re
from collections import namedtuple

Group = namedtuple("Group", "name count files left_out functions statements tests")

GROUPS = [
    Group(
        "bitboard", 150,
        files=["bitboard/*.c", "bitboard/*.h"],
        left_out=[],
        functions=[],
        statements=None,
        tests=["attacks", "movegen", "keys", "see", "position", "text", "draws", "refusal", "perft",
               "random"]),
    Group(
        "eval", 100,
        files=["eval/*.c", "eval/*.h", "eval/terms/*.h"],
        left_out=["eval/weights.c"],  # generated
        functions=[],
        statements=None,
        tests=["terms", "position", "bare_king"]),
    Group(
        "search", 74,
        files=["engine/search/*.c", "engine/search/*.h"],
        # Order of moves, corrections and strength at a level: numbers that games decide, not rules;
        # threads and generated curves.
        left_out=["engine/search/" + name for name in (
            "movepick.c", "movepick.h", "history.h", "correction.c", "parameters.h", "reductions.c",
            "skill.c", "pool.c", "wdl_table.c")],
        functions=["history_bonus", "counter_move", "update_quiet", "update_histories",
                   "late_move_limit", "reduction", "ask_for_large_pages", "find_continuations"],
        # Steps of the search whose conditions are tuned: margins, reductions, extensions.
        statements=re.compile(
            r"PARAMETER|reduc|improving|worsening|histor|quiet|captures|picker|extension|killers"
            r"|counter|correct|others|tactical|futility|reach|deep\b|recapture|RECAPTURES|madvise"
            r"|prefetch|continuation|no_null_before|depth - r\b|eval >= beta|ASPIRATION|window"),
        tests=["node", "time", "tt", "search", "mates", "lines", "long_search", "wdl", "skill", "wbook",
               "draws", "threads"]),
]

# Tests that do not judge: comparisons of the node counts of searches, and what takes long.
LEFT_OUT = ["test_same_answer_twice", "test_same_search_again", "test_rule_sets_do_not_mix",
            "test_limited_searches", "test_analysis_is_not_limited",
            "test_thread_counts", "test_torture"]
