#include "engine/commands/option_list.h"

#include "engine/commands/action.h"

#include <stdio.h>

static const char *or_dash(const char *text) {
    return text != NULL ? text : "-";
}

static void print_takers(const Command *c, int option) {
    bool any = false;
    for (int i = 0; c->actions != NULL && c->actions[i] != NULL; i++)
        if ((c->takers[option] & 1 << i) != 0) {
            printf("%s%s", any ? "," : "", c->actions[i]->name);
            any = true;
        }
    if (!any)
        printf("-");
}

void option_list_print(const Command *c) {
    printf("command\t%s\t%s\t%s\n", c->name, or_dash(c->positional), c->summary);
    for (int i = 0; c->actions != NULL && c->actions[i] != NULL; i++)
        printf("action\t%s\t%s\t%s\n", c->name, c->actions[i]->name, c->actions[i]->files);
    for (int i = 0; c->options[i].name != NULL; i++) {
        const OptionSpec *o = &c->options[i];
        printf("option\t%s\t%s\t%s\t", c->name, o->name, or_dash(o->value_name));
        print_takers(c, i);
        printf("\t%s\n", o->help);
    }
}
