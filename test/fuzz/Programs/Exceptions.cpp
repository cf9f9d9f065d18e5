// A seed with landing pads and scope exits. It is never linked or run.
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
