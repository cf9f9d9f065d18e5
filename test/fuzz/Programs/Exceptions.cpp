// A program with landing pads and scope exits, from which first inputs of
// fuzzers are made. It is never linked or run.
struct Closer {
  ~Closer();
};

int tryIt(int side) {
  try {
    Closer closer;
    if (side < 0)
      throw side;
  } catch (int &value) {
    return value;
  } catch (...) {
    Closer other;
    throw;
  }
  return side;
}
