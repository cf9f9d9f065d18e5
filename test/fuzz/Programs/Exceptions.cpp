// Landing pads, scope exits. Not linked with anything, never run.
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
