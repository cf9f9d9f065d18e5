// bug: GCC PR107001
// crash: gcc -fopenmp -fexceptions -c: internal compiler error: in expand_gimple_stmt_1
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>

#define main rooms
#include "../../../../samples/07-rooms/bug.c"
#undef main

struct image {
  int width, height;
  float *points;
};

struct work {
  struct image *image;
  int first, last;
  double sum;
};

extern void report(const char *step, double seconds);
extern void smooth(struct work *work);
extern void sharpen(struct work *work);

static double now(void) {
  struct timeval time;
  gettimeofday(&time, NULL);
  return time.tv_sec + time.tv_usec / 1e6;
}

static struct image *make_image(int width, int height) {
  struct image *image = malloc(sizeof *image);
  if (!image)
    return NULL;
  image->width = width;
  image->height = height;
  image->points = calloc((size_t)width * height, sizeof *image->points);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      image->points[y * width + x] = sinf(x * 0.1f) * cosf(y * 0.1f);
  return image;
}

static void add_rows(struct work *work) {
  work->sum = 0;
  for (int y = work->first; y < work->last; y++) {
    const float *row = work->image->points + y * work->image->width;
    for (int x = 0; x < work->image->width; x++)
      work->sum += row[x];
  }
}

void filter(struct image *image, int parts) {
  struct work works[16];
  double start = now();
  if (parts > 16)
    parts = 16;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < parts; i++) {
    works[i].image = image;
    works[i].first = image->height * i / parts;
    works[i].last = image->height * (i + 1) / parts;
#pragma omp task
    add_rows(&works[i]);
  }
  report("sum", now() - start);
#pragma omp taskgroup
  {
#pragma omp task
    smooth(&works[0]);
#pragma omp taskgroup
    sharpen(&works[1]);
  }
  report("filters", now() - start);
}

int main(void) {
  struct image *image = make_image(640, 480);
  if (!image)
    return 1;
  filter(image, 4);
  printf("%f\n", image->points[0]);
  free(image->points);
  free(image);
  return 0;
}
