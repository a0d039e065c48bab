/*
 * The numbers of the search, in one table.
 *
 * Centipawns and half-moves where nothing else is said.  A quiet position of this game has 45 to
 * 100 moves, which is what the move counts are sized for.  In a normal build each number is a
 * constant; a build with -DBRINDLE_TUNING=ON offers each as a UCI option of its name, for `brindle
 * spsa`.  Only the files of engine/search/ and engine/options.c use this header.
 */
#ifndef BRINDLE_ENGINE_SEARCH_PARAMETERS_H
#define BRINDLE_ENGINE_SEARCH_PARAMETERS_H

/* X(name, value, least, most) */

/* How the clock is shared out (time.h); percent, or thousandths of the soft limit. */
#define TIME_PARAMETERS(X)                                                             \
    X(time_moves_left, 36, 10, 100)       /* to share the clock among */               \
    X(time_increment_percent, 75, 0, 100) /* of the increment for this move */         \
    X(time_soft_percent, 67, 10, 200)     /* of the share, before it is scaled */      \
    X(time_hard_percent, 300, 50, 1000)   /* of the share */                           \
    X(time_most_percent, 50, 5, 90)       /* of all that is left, for any one move */  \
    X(time_unstable, 1250, 800, 2500)     /* the best move has just changed, */        \
    X(time_stable_step, 60, 0, 200)       /* less for each iteration since */          \
    X(time_drop, 6, 0, 40)                /* for each centipawn lost in this search */ \
    X(time_drop_since_move, 3, 0, 40)     /* and since the move before */              \
    X(time_effort_base, 1600, 1000, 3000) /* the best move got no nodes at all, */     \
    X(time_effort_slope, 1000, 0, 2500)   /* less if it got all of them */

#define SEARCH_PARAMETERS(X)                                                                   \
    X(aspiration_window, 25, 4, 100)                                                           \
    X(reverse_futility_depth, 7, 1, 15)                                                        \
    X(reverse_futility_margin, 64, 10, 300)                                                    \
    X(razoring_depth, 3, 0, 8)                                                                 \
    X(razoring_base, 325, 0, 800)                                                              \
    X(razoring_margin, 183, 0, 600)                                                            \
    X(null_move_base, 3, 1, 8)                                                                 \
    X(null_move_depth_divisor, 4, 1, 16)                                                       \
    X(null_move_eval_divisor, 183, 20, 1000)                                                   \
    X(null_move_verification_depth, 14, 1, 127) /* from here on */                             \
    X(opponent_worsening, 27, 0, 100)           /* of the reverse futility margin */           \
    X(singular_depth, 7, 4, 127)                /* from here on, 127: never */                 \
    X(singular_margin, 5, 0, 100) /* eighths of a centipawn for each half-move of depth */     \
    X(singular_double_margin, 21, 0, 1000) /* of the others below that: two half-moves */      \
    X(history_pruning_depth, 4, 0, 10)                                                         \
    X(history_pruning_margin, 3191, 500, 12000) /* of history score for each half-move */      \
    X(correction_pawn, 12, 0, 64)               /* weights of the corrections in sixteenths */ \
    X(correction_material, 12, 0, 64)                                                          \
    X(correction_move, 12, 0, 64)                                                              \
    X(correction_second, 16, 0, 64)                                                            \
    X(correction_leaper, 10, 0, 64)                                                            \
    X(correction_pieces, 10, 0, 64)                                                            \
    X(internal_reduction_depth, 4, 1, 12)                                                      \
    X(late_move_depth, 7, 0, 16)                                                               \
    X(late_move_base, 3, 0, 40)                                                                \
    X(late_move_factor, 230, 20, 800) /* hundredths of a move for each depth squared */        \
    X(futility_depth, 7, 0, 16)                                                                \
    X(futility_base, 93, 0, 400)                                                               \
    X(futility_margin, 92, 10, 400)                                                            \
    X(see_quiet_depth, 7, 0, 16)                                                               \
    X(see_quiet_margin, 61, 5, 300)                                                            \
    X(see_capture_depth, 6, 0, 16)                                                             \
    X(see_capture_margin, 87, 10, 400)                                                         \
    X(reduction_base, 731, -1000, 3000)      /* 1/1024 half-move */                            \
    X(reduction_scale, 4277, 1000, 20000)    /* divides the product of the two logarithms */   \
    X(reduction_history, 16331, 2000, 60000) /* of history score for one half-move */          \
    X(reduction_cut_node, 706, 0, 3000)      /* 1/1024 half-move, these four */                \
    X(reduction_pv, 1024, 0, 3000)                                                             \
    X(reduction_check, 1024, 0, 3000)                                                          \
    X(reduction_not_improving, 684, 0, 3000)                                                   \
    X(quiescence_futility, 170, 0, 600)                                                        \
    X(history_bonus_max, 1600, 200, 8000)                                                      \
    X(correction_grain, 44, 8, 400) /* a sum of corrections of so much is one centipawn */     \
    TIME_PARAMETERS(X)

#ifdef BRINDLE_TUNING

typedef struct {
#define X(name, value, least, most) int name;
    SEARCH_PARAMETERS(X)
#undef X
} SearchParameters;

/* The values of the table. */
static inline SearchParameters search_parameters_default(void) {
#define X(name, value, least, most) value,
    return (SearchParameters){SEARCH_PARAMETERS(X)};
#undef X
}

/* The value of a parameter, where `w` is the worker. */
#define PARAMETER(name) (w->shared->parameters.name)

#else

enum {
#define X(name, value, least, most) PARAMETER_##name = (value),
    SEARCH_PARAMETERS(X)
#undef X
};

#define PARAMETER(name) PARAMETER_##name

#endif

#endif
