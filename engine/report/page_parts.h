/*
 * What every report page has, whatever stands in it: style and script (page.css and page.js, which
 * the build puts into the program), the drawings of the men, the board and its buttons.
 */
#ifndef BRINDLE_ENGINE_REPORT_PAGE_PARTS_H
#define BRINDLE_ENGINE_REPORT_PAGE_PARTS_H

#include <stdio.h>

/* Lines; NULL behind the last. */
extern const char *const REPORT_STYLE[];
extern const char *const REPORT_SCRIPT[];

/* All that comes before the games; any text may be title (the browser's) and heading. */
void page_write_head(FILE *out, const char *title, const char *heading);
/* All behind them; `index` is HTML, a table's rows, one a game. */
void page_write_foot(FILE *out, const char *index);

#endif
