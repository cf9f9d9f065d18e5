// Throws exceptions through every kind of frame: cleanups, rethrow, nested
// ones, through C code, out of constructors, into terminate handlers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

struct Trace {
  explicit Trace(char name) : name(name) { std::putchar(name); }
  ~Trace() { std::putchar(name - 'a' + 'A'); }
  char name;
};

struct Failure : std::runtime_error {
  Failure(int code, const std::string &text)
      : std::runtime_error(text), code(code) {}
  int code;
};

static int throwAt(int depth, int code) {
  Trace trace(static_cast<char>('a' + depth));
  if (depth == 0)
    throw Failure(code, "deep");
  return throwAt(depth - 1, code) + 1;
}

struct Half {
  explicit Half(bool fails) : first('p') {
    if (fails)
      throw 5;
    std::putchar('!');
  }
  ~Half() { std::putchar('?'); }
  Trace first;
};

struct Both {
  explicit Both(bool fails) try : whole(false), half(fails) {
    std::putchar('=');
  } catch (int code) {
    std::printf("<%d>", code);
    throw code + 1;
  }
  Half whole, half;
};

static int constructs(bool fails) {
  try {
    Both both(fails);
    return 1;
  } catch (int code) {
    return code;
  }
}

static int translates(int code) {
  try {
    try {
      return throwAt(1, code);
    } catch (const Failure &failure) {
      if (failure.code == 1)
        throw;
      throw std::string("translated");
    }
  } catch (const std::exception &error) {
    std::printf("[%s]", error.what());
    return 1;
  } catch (const std::string &text) {
    std::printf("[%s]", text.c_str());
    return 2;
  }
}

static int compare(const void *x, const void *y) {
  int a = *static_cast<const int *>(x), b = *static_cast<const int *>(y);
  if (a + b > 100)
    throw a + b;
  return a - b;
}

static int throughC(int last) {
  int values[] = {3, 2, last};
  try {
    std::qsort(values, 3, sizeof *values, compare);
  } catch (int sum) {
    return -sum;
  }
  return values[0];
}

static int inCatch() {
  try {
    throw 1;
  } catch (int outer) {
    try {
      throw outer + 1;
    } catch (int inner) {
      outer += inner;
    }
    return outer;
  }
}

static int kept() {
  std::exception_ptr pointer;
  try {
    throwAt(0, 9);
  } catch (...) {
    pointer = std::current_exception();
  }
  try {
    std::rethrow_exception(pointer);
  } catch (const Failure &failure) {
    return failure.code;
  }
}

struct Unwinding {
  ~Unwinding() { std::printf("(%d)", std::uncaught_exceptions()); }
};

static void loops() {
  for (int i = 0; i < 3; ++i) {
    Unwinding unwinding;
    try {
      if (i == 1)
        continue;
      Trace trace('x');
      if (i == 2)
        throw i;
    } catch (int) {
      break;
    }
  }
}

static void finish() {
  std::puts("terminated");
  std::exit(3);
}

static void promises() noexcept { throwAt(0, 4); }

int main(int argc, char **argv) {
  std::printf("%d %d\n", translates(1), translates(2));
  std::printf("%d %d\n", constructs(false), constructs(true));
  std::printf("%d %d\n", throughC(1), throughC(200));
  std::printf("%d %d\n", inCatch(), kept());
  loops();
  std::putchar('\n');
  if (argc > 1 && std::strcmp(argv[1], "terminate") == 0) {
    std::set_terminate(finish);
    promises();
  }
  return 0;
}
