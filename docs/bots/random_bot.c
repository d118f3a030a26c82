/* A complete bot in C, without a JSON library, that plays any game of the house at random.
 *
 *   cc -O2 -o random_bot docs/bots/random_bot.c
 *   parlour match connect-four --seats cmd:./random_bot,random
 *
 * The house writes no spaces between the parts of a message, so a few searches in the text are enough: the type and
 * the ply come first, and every legal move is an object with a "kind" inside the list "moves".
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How many objects there are in the list after "moves":; moves contain no objects themselves. */
static int count_moves(const char *line) {
    const char *at = strstr(line, "\"moves\":[{\"kind\":");
    int n = 0;
    if (at == NULL)
        return 1; /* not found: index 0 is always legal */
    for (; *at != '\0' && *at != ']'; at++)
        n += *at == '{';
    return n;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    srand((unsigned)time(NULL));
    while (getline(&line, &size, stdin) > 0) {
        const char *ply = strstr(line, "\"ply\":");
        if (strncmp(line, "{\"type\":\"turn\"", 14) != 0 || ply == NULL)
            continue;
        printf("{\"type\":\"move\",\"ply\":%d,\"index\":%d}\n", atoi(ply + 6), rand() % count_moves(line));
        fflush(stdout);
    }
    free(line);
    return 0;
}
