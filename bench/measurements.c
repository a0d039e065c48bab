#include "bench/measurements.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void measurements_clear(Measurements *m) {
    free(m->list);
    *m = (Measurements){0, NULL};
}

/* The entry of that name, a new one if there is none; NULL, and a message, if there is no room. */
static Measured *entry_of(Measurements *m, const char *name, Message *message) {
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->list[i].name, name) == 0)
            return &m->list[i];
    if (m->list == NULL)
        m->list = calloc(MEASURED_MAX, sizeof *m->list);
    if (m->list == NULL || m->count == MEASURED_MAX || strlen(name) >= MEASURED_NAME_SIZE) {
        message_set(message, m->list == NULL ? "no memory" : "too many benchmarks, or '%.40s…'",
                    name);
        return NULL;
    }
    Measured *entry = &m->list[m->count++];
    memcpy(entry->name, name, strlen(name) + 1);
    return entry;
}

static bool add(Measurements *m, Side side, const char *name, double nanoseconds, double nodes,
                Message *message) {
    Measured *entry = entry_of(m, name, message);
    if (entry == NULL)
        return false;
    if (entry->count[side] == PAIRED_MAX)
        return message_set(message, "there are more than %d runs", PAIRED_MAX);
    entry->nanoseconds[side][entry->count[side]++] = nanoseconds;
    entry->nodes[side] = nodes;
    return true;
}

static double nanoseconds_of(const char *unit) {
    return strcmp(unit, "ns") == 0   ? 1
           : strcmp(unit, "us") == 0 ? 1e3
           : strcmp(unit, "ms") == 0 ? 1e6
                                     : 1e9;
}

/* One benchmark of the list; those that could not be run are left out. */
static bool add_object(Measurements *m, Side side, json_t *object, Message *message) {
    const char *name, *unit, *type = "iteration";
    double time;
    if (json_is_true(json_object_get(object, "error_occurred")))
        return true;
    if (json_unpack(object, "{s:s, s:F, s:s, s?s}", "name", &name, "cpu_time", &time, "time_unit",
                    &unit, "run_type", &type) != 0)
        return message_set(message, "a benchmark without name, cpu_time or time_unit");
    return strcmp(type, "iteration") != 0 ||
           add(m, side, name, time * nanoseconds_of(unit), 0, message);
}

bool measurements_add_json(Measurements *m, Side side, const char *text, Message *message) {
    json_error_t error;
    json_t *root = json_loads(text, 0, &error);
    if (root == NULL)
        return message_set(message, "what it printed is no JSON: line %d: %s", error.line,
                           error.text);
    json_t *list = json_object_get(root, "benchmarks"), *object;
    bool well = json_is_array(list) || message_set(message, "there are no benchmarks in its JSON");
    size_t index;
    json_array_foreach(list, index, object) {
        well = well && add_object(m, side, object, message);
    }
    json_decref(root);
    return well;
}

bool measurements_add_bench(Measurements *m, Side side, const char *text, Message *message) {
    unsigned long long nodes = 0, rate = 0;
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        unsigned long long n, nps;
        int end = 0;
        line += *line == '\n';
        if (sscanf(line, "%20llu nodes %20llu nps%n", &n, &nps, &end) == 2 && end > 0) {
            nodes = n;
            rate = nps;
        }
    }
    if (nodes == 0 || rate == 0)
        return message_set(message, "it printed no line '<nodes> nodes <nps> nps'");
    return add(m, side, "time per node", 1e9 / (double)rate, (double)nodes, message);
}
