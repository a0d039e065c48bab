#include "bitboard/message.h"

#include <stdarg.h>
#include <stdio.h>

bool message_set(Message *message, const char *format, ...) {
    if (message == NULL)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    for (char *p = message->text; *p != '\0'; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f)
            *p = '?';
    return false;
}
