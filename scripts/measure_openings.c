/* What one guess is worth, for every guess: a plain loop to compare with.
 *
 *     cc -O3 -march=native -o measure_openings measure_openings.c -lm
 *     measure_openings FILE GUESSES SECRETS CODES
 *
 * FILE holds the score matrix, a byte for each score, a row for each guess. Prints the processor
 * seconds of the loop, without reading FILE, and then of all guesses: the bits of the best, the
 * sum of the bits, the candidates left on average summed up, those left at worst, and the parts.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct measures {
    double bits, expected_left;
    long worst_left, parts;
};

static struct measures measure(const unsigned char *row, long n_secrets, int n_codes)
{
    struct measures found = {0.0, 0.0, 0, 0};
    long sizes[256] = {0};
    double squares = 0.0;
    for (long s = 0; s < n_secrets; s++)
        sizes[row[s]]++;
    for (int k = 0; k < n_codes; k++) {
        if (sizes[k] == 0)
            continue;
        double share = (double)sizes[k] / (double)n_secrets;
        found.bits -= share * log2(share);
        squares += (double)sizes[k] * (double)sizes[k];
        if (sizes[k] > found.worst_left)
            found.worst_left = sizes[k];
        found.parts++;
    }
    found.expected_left = squares / (double)n_secrets;
    return found;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: measure_openings FILE GUESSES SECRETS CODES\n");
        return 2;
    }
    long n_guesses = atol(argv[2]), n_secrets = atol(argv[3]);
    int n_codes = atoi(argv[4]);
    size_t size = (size_t)n_guesses * (size_t)n_secrets;
    unsigned char *scores = malloc(size);
    struct measures *found = malloc((size_t)n_guesses * sizeof *found);
    FILE *file = fopen(argv[1], "rb");
    if (!scores || !found || !file || fread(scores, 1, size, file) != size) {
        fprintf(stderr, "measure_openings: %s cannot be read\n", argv[1]);
        return 2;
    }
    fclose(file);

    clock_t start = clock();
    for (long g = 0; g < n_guesses; g++)
        found[g] = measure(scores + g * n_secrets, n_secrets, n_codes);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;

    double best = 0.0, bits = 0.0, expected_left = 0.0;
    long worst_left = 0, parts = 0;
    for (long g = 0; g < n_guesses; g++) {
        best = fmax(best, found[g].bits);
        bits += found[g].bits;
        expected_left += found[g].expected_left;
        worst_left += found[g].worst_left;
        parts += found[g].parts;
    }
    printf("%.6f %.9f %.6f %.6f %ld %ld\n", seconds, best, bits, expected_left, worst_left, parts);
    return 0;
}
