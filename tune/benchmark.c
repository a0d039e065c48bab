#include "tune/benchmark.h"

#include "engine/speed/spread.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/resource.h>

void benchmark_run(FILE *out, Fit *fit) {
    enum { MOST = 64 };
    const FitSetting setting = fit_setting(fit);
    const SampleSet *set = &setting.data->training;
    double seconds[MOST], processor_seconds[MOST];
    int count = 0;
    while (!fit_is_over(fit) && count < MOST) {
        fit_epoch(fit, NULL);
        seconds[count] = fit_state(fit)->records[count].seconds;
        processor_seconds[count] = fit_state(fit)->records[count].processor_seconds;
        fprintf(out, "epoch %d: %.4f s, %.1f million coefficients/s\n", count + 1, seconds[count],
                (double)set->coefficients / seconds[count] / 1e6);
        count++;
    }
    if (count < 2)
        return;
    const double middle = spread_of(seconds + 1, count - 1).median;
    const double used = spread_of(processor_seconds + 1, count - 1).median;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    fprintf(out,
            "%" PRIu64 " positions, %.1f coefficients and %.1f bytes each, %d numbers tuned, %d "
            "threads\n",
            set->samples, (double)set->coefficients / (double)set->samples,
            (double)set->bytes / (double)set->samples, mask_count(&setting.plan->mask),
            crew_members(setting.crew));
    fprintf(
        out, "most memory: %.0f MB, %.1f bytes a position\n", (double)usage.ru_maxrss * 1024 / 1e6,
        (double)usage.ru_maxrss * 1024 / (double)(set->samples + setting.data->validation.samples));
    fprintf(out,
            "median processor time of an epoch: %.4f s; %.1f million coefficients each second\n",
            used, (double)set->coefficients / used / 1e6);
    fprintf(out, "median of %d epochs: %.2f million positions/s, %.1f million coefficients/s\n",
            count - 1, (double)set->samples / middle / 1e6,
            (double)set->coefficients / middle / 1e6);
}
