/*
 * Pictures as PNG, by the program rsvg-convert where it is installed.
 */
#ifndef BRINDLE_ENGINE_PICTURE_PNG_H
#define BRINDLE_ENGINE_PICTURE_PNG_H

#include "bitboard/message.h"

#include <stdio.h>

/*
 * Turns the SVG in the file `svg` (from its beginning) into a PNG, which is written to `png`; both
 * need a descriptor.  False, and a message, if there is no such program or it fails.
 */
bool png_from_svg(FILE *svg, FILE *png, Message *message);

#endif
