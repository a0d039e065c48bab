/*
 * Anybody's text inside a picture.
 */
#ifndef BRINDLE_ENGINE_PLOT_XML_TEXT_H
#define BRINDLE_ENGINE_PLOT_XML_TEXT_H

#include <stdio.h>

/* Writes UTF-8 as XML wants it in elements and attributes; a question mark for what is no UTF-8, or
 * no character that XML may hold. */
void xml_write_text(FILE *out, const char *text);

#endif
