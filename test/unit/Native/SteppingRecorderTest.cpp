// Compares the recorder that steps with the native engine's recordings.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Native/SteppingRecorder.h"
#include "NativeProgram.h"
#include "TestSupport/OrFail.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// Notes every call of the observer as a line of text. The stack of a stepped
/// program may be elsewhere, so stack addresses are relative to its start.
class Telling : public ExecutionObserver {
public:
  void moduleLoaded(ModuleId module, uint64_t bias) override {
    say("module " + place(bias));
  }
  void atEvent(std::optional<EventIndex> event,
               std::optional<InvocationId> invocation) override {
    say("event " +
        (event ? std::to_string(static_cast<uint32_t>(*event)) : "none") +
        " of " +
        (invocation ? std::to_string(static_cast<uint32_t>(*invocation))
                    : "none"));
  }
  void executeBlock(BlockId block, uint64_t frame,
                    llvm::ArrayRef<uint64_t> words) override {
    std::string line = "block " + std::to_string(static_cast<uint32_t>(block)) +
                       " frame " + place(frame);
    for (uint64_t word : words)
      line += " " + place(word);
    say(line);
  }
  void beginLibraryCall(const LibraryCall &call,
                        llvm::ArrayRef<MemoryAccess> reads) override {
    say("call " + describe(call, reads));
  }
  void endLibraryCall(const LibraryCall &call,
                      llvm::ArrayRef<MemoryAccess> writes,
                      OutputRange output) override {
    say("end " + describe(call, writes) + " prints " +
        std::to_string(output.begin) + "-" + std::to_string(output.end));
  }
  void allocate(uint64_t address, uint64_t size) override {
    say("allocate " + place(address) + " " + std::to_string(size));
  }
  void release(uint64_t address) override { say("release " + place(address)); }

  std::vector<std::string> lines;

private:
  void say(std::string line) { lines.push_back(std::move(line)); }
  std::string place(uint64_t address) {
    constexpr uint64_t stackBegin = 0x7ff000000000;
    if (address < stackBegin || address >> 47 != 0)
      return llvm::utohexstr(address);
    if (stack == 0)
      stack = address;
    return "stack" + std::to_string(static_cast<int64_t>(address - stack));
  }
  std::string describe(const LibraryCall &call,
                       llvm::ArrayRef<MemoryAccess> accesses) {
    std::string text =
        call.function.str() + "(" + describeRegisters(call.uses) + ") " +
        (call.knowledge == LibraryCall::Knowledge::Observed ? "observed"
                                                            : "modelled");
    for (const MemoryAccess &access : accesses)
      text += " " + place(access.address) + "+" + std::to_string(access.size) +
              (access.isCopied ? " copied" : "");
    return text;
  }

  uint64_t stack = 0; ///< The first stack address that was reported.
};

/// A program that both recorders record.
struct Subject {
  Subject(const std::string &compiler, llvm::StringRef source,
          std::vector<std::string> flags = {"-g", "-O0"})
      : program(compiler, source, std::move(flags)),
        outputs(orFail(OutputFiles::create())),
        module(orFail(ModuleCode::read(program.table.programPath()))),
        code(orFail(DataCode::create(program.table, {&module}))),
        stepping(createSteppingRecorder(program.table)) {}

  llvm::Expected<Recording> tryStep(ExecutionObserver &observer) {
    std::function<void(uint64_t)> none;
    return stepping->record({program.spec, outputs, code, observer, none});
  }
  Recording step(ExecutionObserver &observer) {
    return orFail(tryStep(observer));
  }

  NativeProgram program;
  OutputFiles outputs;
  ModuleCode module;
  DataCode code;
  std::shared_ptr<InstructionRecorder> stepping;
};

std::vector<std::string> eventsOf(const Recording &recording) {
  std::vector<std::string> lines;
  for (Event event : recording.trace.allEvents())
    lines.push_back(std::to_string(static_cast<uint32_t>(event.entry)) +
                    " in " +
                    std::to_string(static_cast<uint32_t>(event.invocation)));
  return lines;
}

/// Returns the first line in which the two lists differ, or an empty text.
std::string difference(const std::vector<std::string> &left,
                       const std::vector<std::string> &right) {
  for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    std::string one = i < left.size() ? left[i] : "nothing";
    std::string other = i < right.size() ? right[i] : "nothing";
    if (one != other)
      return std::to_string(i) + ": " + one + " | " + other;
  }
  return "";
}

void checkBothTellTheSame(Subject &subject) {
  Telling native, steps;
  NativeProgram &program = subject.program;
  Recording expected = orFail(
      program.engine().recordInstructions(program.spec, subject.code, native));
  Recording stepped = subject.step(steps);
  CHECK(native.lines.size() > 20);
  CHECK(difference(native.lines, steps.lines) == "");
  CHECK(difference(eventsOf(expected), eventsOf(stepped)) == "");
  CHECK(describeEnding(expected.result.ending) ==
        describeEnding(stepped.result.ending));
  CHECK(expected.result.standardOutput == stepped.result.standardOutput);
  CHECK(expected.result.standardError == stepped.result.standardError);
}

const char *const dataProgram = R"(
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { int key; double value; char name[24]; };
static int compare(const void *a, const void *b) {
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
static long sum(const int *numbers, int count) {
  long total = 0;
  for (int i = 0; i < count; ++i)
    total += numbers[i];
  return total;
}
static __thread int perThread = 3;
int main(void) {
  int numbers[40] = {5, 4};
  struct pair pairs[5], copy[5];
  char line[64] = "", *heap = malloc(100);
  memset(numbers + 2, 1, sizeof(numbers) - 8);
  for (int i = 0; i < 5; ++i) {
    pairs[i].key = (i * 7) % 5;
    pairs[i].value = i / 3.0;
    snprintf(pairs[i].name, sizeof(pairs[i].name), "pair %d", i);
  }
  memcpy(copy, pairs, sizeof(pairs));
  qsort(copy, 5, sizeof(copy[0]), compare);
  strcpy(heap, "heap ");
  strcat(heap, copy[perThread++].name);
  int (*turn)(int) = toupper;
  for (char *c = heap; *c; ++c)
    *c = (char)turn(*c);
  while (fgets(line, sizeof(line), stdin))
    printf("%s: %ld, %.2f, %d\n", strtok(line, "\n"), sum(numbers, 40),
           copy[2].value, perThread);
  puts(heap);
  heap = realloc(heap, 300);
  free(heap);
  return copy[4].key;
}
)";

const char *const jumpProgram = R"(
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static jmp_buf back;
static volatile int handled;
static void handle(int signal) { handled += signal; }
static int deeper(int depth) {
  if (depth == 0)
    longjmp(back, 7);
  return deeper(depth - 1) + 1;
}
static void atEnd(void) { puts("at the end"); }
int main(void) {
  atexit(atEnd);
  signal(SIGUSR1, handle);
  raise(SIGUSR1);
  int landed = setjmp(back);
  if (landed == 0)
    return deeper(3);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    handle(3);
    _exit(handled);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("%d %d %d\n", landed, handled, WEXITSTATUS(status));
  system("true");
  printf("behind\n");
  exit(2);
}
)";

const char *const exceptionProgram = R"(
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Square : Shape {
  explicit Square(double side) : side(side) {}
  double area() const override {
    if (side < 0)
      throw std::runtime_error("no square");
    return side * side;
  }
  double side;
};
int main() {
  std::vector<Shape *> shapes;
  std::map<std::string, int> counts;
  for (int i = 2; i >= -1; --i)
    shapes.push_back(new Square(i));
  for (Shape *shape : shapes) {
    try {
      std::cout << "area " << shape->area() << "\n";
      ++counts["good"];
    } catch (const std::runtime_error &error) {
      std::cout << error.what() << std::endl;
      ++counts["bad"];
    }
    delete shape;
  }
  return counts["good"] * 10 + counts["bad"];
}
)";

const char *const indirectProgram = R"(
#include <ctype.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static sigjmp_buf back;
static void handle(int signal) { siglongjmp(back, signal); }
struct table { int unused; int (*turn)(int); };
static int (*const turns[])(int) = {tolower, toupper, abs};
static int twice(int n) { return 2 * n; }
int main(int count, char **words) {
  struct table own = {0, twice}, *table = &own;
  int total = table->turn(count);
  table->turn = toupper;
  total += table->turn('x');
  for (int i = 0; i < 3; ++i)
    total += turns[i]('c') + own.turn(i);
  size_t (*length)(const char *) = strlen;
  total += (int)length(words[0]);
  printf("%d\n", total);
  fflush(stdout);
  signal(SIGSEGV, handle);
  for (int i = 0; i < 2; ++i) {
    volatile int *nowhere = (int *)(16L * i);
    if (sigsetjmp(back, 1) == 0)
      *nowhere = total;
  }
  signal(SIGSEGV, SIG_DFL);
  volatile int *nowhere = 0;
  *nowhere = total;
  return 0;
}
)";

const char *const threadProgram = R"(
#include <pthread.h>
#include <stdio.h>
static void *work(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
)";

/// gcc copies a structure by one repeated instruction, which faults here in the
/// middle. The signal handler jumps out of the first copies; later it makes the
/// memory accessible, and the copy goes on.
const char *const repeatedProgram = R"(
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
struct large { char bytes[8192]; };
static struct large copy;
static sigjmp_buf back;
static char *pages;
static int repairs;
static void handle(int signal) {
  if (repairs == 0)
    siglongjmp(back, signal);
  mprotect(pages + 4096, 4096, PROT_READ);
}
int main(void) {
  pages = mmap(0, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + 4096, 4096, PROT_NONE);
  signal(SIGSEGV, handle);
  for (int i = 0; i < 4; ++i) {
    repairs = i > 1;
    if (sigsetjmp(back, 1) == 0)
      copy = *(struct large *)pages;
  }
  printf("%d\n", copy.bytes[8000]);
  return 0;
}
)";

} // namespace

TEST_CASE("stepping reports the same as the native engine",
          "[native][stepping]") {
  for (const char *compiler : {"gcc", "clang-19"}) {
    INFO(compiler);
    Subject data(compiler, dataProgram);
    data.program.writeInput("one\ntwo\n");
    checkBothTellTheSame(data);
    Subject jumps(compiler, jumpProgram);
    checkBothTellTheSame(jumps);
    Subject repeated(compiler, repeatedProgram);
    checkBothTellTheSame(repeated);
    Subject indirect(compiler, indirectProgram);
    checkBothTellTheSame(indirect);
  }
}

TEST_CASE("both recorders report the same ending", "[native][stepping]") {
  const char *program = R"(
#include <signal.h>
#include <string.h>
#include <unistd.h>
static void handle(int number) { signal(number, SIG_DFL); }
int main(void) {
  char text[64] = {0};
  signal(SIGFPE, handle);
  raise(SIGFPE);
  for (int i = 0; i < 10; i++)
    text[i] = strlen(text);
  END;
}
)";
  for (const char *end :
       {"-DEND=kill(getpid(),SIGKILL)", "-DEND=raise(SIGALRM)",
        "-DEND=raise(SIGFPE)", "-DEND=*(char*)8=1", "-DEND=_exit(7)"}) {
    INFO(end);
    Subject subject("gcc", program, {"-g", "-O0", end});
    checkBothTellTheSame(subject);
  }
}

TEST_CASE("a second thread in traced code ends a stepped run",
          "[native][stepping]") {
  Subject subject("gcc", threadProgram);
  Telling steps;
  Recording recording = subject.step(steps);
  const auto *diverged = std::get_if<Diverged>(&recording.result.ending);
  REQUIRE(diverged);
  CHECK(diverged->reason == Diverged::Reason::SecondThread);
  CHECK(describeEnding(*diverged) ==
        "divergence: the program runs its statements in several threads, and "
        "the engine can't let them take turns");
}

TEST_CASE("stepping follows a program while a library runs threads",
          "[native][stepping]") {
  Subject subject("gcc", dataProgram);
  NativeProgram &program = subject.program;
  program.writeInput("one\n");
  program.record();
  std::string source = program.path("early.c"),
              library = program.path("early.so");
  std::ofstream(source) << "#include <pthread.h>\n#include <unistd.h>\n"
                           "static void *wait(void *p) { for (;;) pause(); }\n"
                           "__attribute__((constructor)) static void early() "
                           "{ pthread_t t; pthread_create(&t, 0, wait, 0); }\n";
  std::string compiler = *llvm::sys::findProgramByName("gcc");
  REQUIRE(
      llvm::sys::ExecuteAndWait(compiler, {compiler, "-shared", "-fPIC", source,
                                           "-o", library, "-lpthread"}) == 0);
  program.spec.environment.push_back("LD_PRELOAD=" + library);
  program.dropEngine();
  auto refused = program.tryRecord();
  REQUIRE(refused.errorIsA<NativeRefusal>());
  llvm::consumeError(refused.takeError());
  Telling steps;
  Recording recording = subject.step(steps);
  CHECK(describeEnding(recording.result.ending) == "exit status 4");
  CHECK(recording.trace.size() == program.trace().size());
}

TEST_CASE("a stepped run has its limits", "[native][stepping]") {
  Subject subject("gcc",
                  "int main(void) {\n  int n = 0;\n  for (;;)\n    ++n;\n}\n");
  Telling steps;
  SECTION("of events") {
    subject.program.spec.eventLimit = 50;
    CHECK(subject.step(steps).trace.size() == 50);
  }
  SECTION("of time") {
    subject.program.spec.wallLimitSeconds = 0.5;
    CHECK(std::holds_alternative<TimedOut>(subject.step(steps).result.ending));
  }
}

TEST_CASE("a stepped program that is killed has ended by that signal",
          "[native][stepping]") {
  Subject subject("gcc", R"(
#include <signal.h>
#include <unistd.h>
int main(void) {
  pid_t parent = getpid();
  if (fork() == 0) {
    usleep(2000);
    for (volatile int i = 0; i < parent % 7 * 1000; i++)
      ;
    kill(parent, SIGKILL);
    _exit(0);
  }
  for (volatile int i = 0;; i++)
    ;
}
)");
  for (int i = 0; i < 20; ++i) {
    Telling steps;
    Recording recording = subject.step(steps);
    CHECK(describeEnding(recording.result.ending) == "signal 9 (SIGKILL)");
  }
}

TEST_CASE("stepping reports the same as the native engine for C++",
          "[native][stepping][long]") {
  for (const char *compiler : {"g++", "clang++-19"}) {
    INFO(compiler);
    Subject subject(compiler, exceptionProgram);
    checkBothTellTheSame(subject);
  }
}
