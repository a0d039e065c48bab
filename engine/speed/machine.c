#include "engine/speed/machine.h"

#include "brindle_version.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The rest of the first line of a file that begins with `key`, blanks and colons skipped; false if
 * there is none. */
static bool find_line(const char *path, const char *key, char text[MACHINE_TEXT_SIZE]) {
    char line[512];
    bool found = false;
    FILE *in = fopen(path, "r");
    if (in == NULL)
        return false;
    while (!found && fgets(line, sizeof line, in) != NULL)
        if (strncmp(line, key, strlen(key)) == 0) {
            const char *value = line + strlen(key);
            value += strspn(value, " \t:");
            snprintf(text, MACHINE_TEXT_SIZE, "%.*s", (int)strcspn(value, "\n"), value);
            found = true;
        }
    fclose(in);
    return found;
}

char *machine_processor(char text[MACHINE_TEXT_SIZE]) {
    if (!find_line("/proc/cpuinfo", "model name", text) || text[0] == '\0')
        snprintf(text, MACHINE_TEXT_SIZE, "unknown processor");
    return text;
}

const char *machine_compiler(void) {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

const char *machine_flags(void) {
    return BRINDLE_FLAGS;
}

char *machine_huge_page_mode(char text[MACHINE_TEXT_SIZE]) {
    char line[MACHINE_TEXT_SIZE];
    const char *chosen = NULL;
    if (find_line("/sys/kernel/mm/transparent_hugepage/enabled", "", line))
        chosen = strchr(line, '['); /* "always [madvise] never" */
    if (chosen == NULL)
        snprintf(text, MACHINE_TEXT_SIZE, "unknown");
    else
        snprintf(text, MACHINE_TEXT_SIZE, "%.*s", (int)strcspn(chosen + 1, "]"), chosen + 1);
    return text;
}

int64_t machine_huge_page_kib(void) {
    char text[MACHINE_TEXT_SIZE];
    return find_line("/proc/self/smaps_rollup", "AnonHugePages", text) ? strtoll(text, NULL, 10)
                                                                       : -1;
}

void machine_json_string(FILE *out, const char *text) {
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < ' ')
            fprintf(out, "\\u%04x", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
}
