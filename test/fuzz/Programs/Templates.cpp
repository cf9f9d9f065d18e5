// A program with instances of a template and a lambda, from which first inputs
// of fuzzers are made. It is never linked or run.
template <typename T> T larger(const T &a, const T &b) { return a < b ? b : a; }

long add(int value) {
  auto more = [&](long left) { return value + left; };
  return larger(more(1), 3l);
}
