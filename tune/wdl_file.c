#include "tune/wdl_file.h"

#include "tune/generated.h"

static void write_numbers(FILE *out, const double numbers[WDL_COEFFICIENTS]) {
    fputc('{', out);
    for (int i = 0; i < WDL_COEFFICIENTS; i++)
        fprintf(out, "%s%.3f", i > 0 ? ", " : "", numbers[i]);
    fputc('}', out);
}

void wdl_file_write(FILE *out, const WdlModel models[RULE_SETS], const char *about) {
    generated_head(out,
                   "The curves of expected wins, draws and losses, by rule set (see wdl.h).\n"
                   "Written by brindle-tune --wdl.",
                   about);
    fputs("#include \"engine/search/wdl.h\"\n"
          "\n"
          "/* clang-format off */\n"
          "const WdlModel WDL_MODELS[RULE_SETS] = {\n",
          out);
    for (int i = 0; i < RULE_SETS; i++) {
        fprintf(out, "    /* %s */\n    {.centre = ", RULES[i].name);
        write_numbers(out, models[i].centre);
        fputs(",\n     .width = ", out);
        write_numbers(out, models[i].width);
        fputs("},\n", out);
    }
    fputs("};\n"
          "/* clang-format on */\n",
          out);
}
