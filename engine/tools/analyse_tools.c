#include "engine/tools/analyse_tools.h"

#include "engine/commands/shell_word.h"

#include <stdio.h>
#include <stdlib.h>

void analyse_print_resume(const Session *session, const char *before) {
    fprintf(stderr, "%s  %s analyse --session ", before, session->arguments.tools->runner->program);
    shell_word_print(stderr, session->file_name);
    fputc('\n', stderr);
}

/* `request` has been read. */
static int analyse(Session *session, const AnalyseRequest *request, const Arguments *given) {
    return request->mode == ANALYSE_ONE ? analyse_one_in_session(session, request)
                                        : analyse_batch(session, request, given);
}

int analyse_with_tools(const Arguments *given) {
    Session session;
    Message message;
    bool misused;
    int status;
    AnalyseRequest *request = malloc(sizeof *request);
    const bool opened = session_open(&session, given, &misused, &message);
    if (opened && message.text[0] != '\0')
        fprintf(stderr, "brindle analyse: %s\n", message.text);
    if (request == NULL)
        message_set(&message, "no memory");
    if (opened && request != NULL) {
        if (analyse_request_read(&session.arguments, request, &message))
            status = analyse(&session, request, given);
        else
            status = arguments_refuse(given, &message);
    } else if (misused) {
        status = arguments_refuse(given, &message);
    } else {
        fprintf(stderr, "brindle analyse: %s\n", message.text);
        status = 1;
    }
    free(request);
    session_close(&session);
    return status;
}
