// Leaves scopes with objects in every way: at their end, by return, break,
// continue and goto, in loops, through switch, with arrays, temporaries that
// references prolong, results that are constructed in place.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

struct Object {
  explicit Object(int id) : id(id) { ++live; }
  Object(const Object &other) : id(other.id + 100) { ++live; }
  ~Object() {
    std::printf("-%d ", id);
    --live;
  }
  int id;
  static int live;
};
int Object::live;

static void release(int *id) { std::printf("/%d ", *id); }

static int early(int n) {
  Object first(1);
  Object second(2);
  if (n == 1)
    return first.id;
  {
    Object inner(3);
    if (n == 2)
      return inner.id;
    std::printf("inner ");
  }
  return second.id;
}

static int loops(int n) {
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    Object each(10 + i);
    if (i == n)
      continue;
    Object other(20 + i);
    if (i == n + 2)
      break;
    sum += other.id;
  }
  int left = 2;
  while (Object *object = left ? new Object(30 + left) : nullptr) {
    Object copy(*object);
    delete object;
    sum += copy.id;
    --left;
  }
  do {
    Object last(40);
    sum += last.id;
  } while (sum < 200);
  return sum;
}

static int jumps(int n) {
  int rounds = 0;
again:
  Object object(50 + rounds);
  switch (n) {
  case 1: {
    Object one(60);
    n = 2;
    break;
  }
  case 2: {
    Object two(61);
    n = 3;
    ++rounds;
    goto again;
  }
  default:
    ++rounds;
  }
  return object.id + rounds;
}

static int arrays(int n) {
  Object array[2] = {Object(70), Object(71)};
  Object matrix[2][2] = {{Object(72), Object(73)}, {Object(74), Object(n)}};
  __attribute__((cleanup(release))) int attribute = n;
  return array[1].id + matrix[1][1].id + attribute;
}

static Object made(int id) { return Object(id); }

static Object inPlace(int n) {
  Object result(80);
  Object other(81);
  result.id += n + other.id;
  return result;
}

static Object oneOfTwo(int n) {
  Object result(82);
  if (n == 0)
    return Object(83);
  result.id += n;
  return result;
}

static int temporaries(int n) {
  const Object &longer = made(90);
  const Object &chosen = n ? made(91) : longer;
  Object &&moved = inPlace(n);
  return longer.id + chosen.id + moved.id + made(92).id;
}

static std::vector<Object> list(int n) {
  return std::vector<Object>(2, Object(n));
}

static int ranges(int n) {
  int sum = 0;
  for (const Object &each : list(n)) {
    Object half(each.id / 2);
    sum += half.id;
  }
  for (Object each : {Object(93), Object(94)})
    sum += each.id;
  for (const std::string &word : {std::string("a"), std::string("bc")})
    sum += word.size();
  return sum;
}

static int heads(int n) {
  if (Object head(95); head.id > n) {
    Object inside(96);
    n += inside.id;
  } else
    n -= head.id;
  for (Object counter(0); counter.id < 2; ++counter.id)
    n += counter.id;
  if (n)
    Object alone(97);
  auto closure = [copy = Object(98)](int by) {
    Object local(by);
    return copy.id + local.id;
  };
  return n + closure(1);
}

int main() {
  std::printf("= %d %d %d\n", early(0), early(1), early(2));
  std::printf("= %d %d\n", loops(1), loops(3));
  std::printf("= %d %d\n", jumps(1), jumps(7));
  std::printf("= %d\n", arrays(75));
  std::printf("= %d %d\n", oneOfTwo(0).id, oneOfTwo(4).id);
  std::printf("= %d %d\n", temporaries(0), temporaries(2));
  std::printf("= %d\n", ranges(6));
  std::printf("= %d\n", heads(8));
  std::printf("%d live\n", Object::live);
  return 0;
}
