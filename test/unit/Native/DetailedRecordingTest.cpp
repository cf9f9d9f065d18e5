// Tests that detailed recordings report what the instructions of a run did.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorded addresses are compared with those that valgrind finds. The
// conformance suite checks that the trace is that of a plain recording, and
// that the blocks can follow each other.

#include "NativeProgram.h"
#include "TestSupport/OrFail.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// The memory accesses of one executed instruction.
struct InstructionAccesses {
  uint64_t pc = 0;
  bool isCall = false;
  std::vector<MemoryAccess> accesses;
};

/// Notes everything that the recorder reports.
class ExecutionLog : public ExecutionObserver {
public:
  explicit ExecutionLog(const UnitTable &table) {
    module = std::make_unique<ModuleCode>(
        orFail(ModuleCode::read(table.programPath())));
    code = orFail(DataCode::create(table, {module.get()}));
  }

  void moduleLoaded(ModuleId, uint64_t itsBias) override { bias = itsBias; }
  void atEvent(std::optional<EventIndex>,
               std::optional<InvocationId>) override {}
  void executeBlock(BlockId id, uint64_t frame,
                    llvm::ArrayRef<uint64_t> words) override {
    for (const DataInstruction &instruction :
         code.instructionsOf(code.block(id))) {
      InstructionAccesses entry{instruction.address + bias, false, {}};
      entry.isCall = instruction.kind == DataInstruction::Kind::Call ||
                     instruction.kind == DataInstruction::Kind::LibraryCall;
      for (const MemoryReference &reference : code.referencesOf(instruction))
        if (!addAccess(reference, frame, words, entry))
          return;
      if (!entry.accesses.empty())
        instructions.push_back(std::move(entry));
    }
  }
  void beginLibraryCall(const LibraryCall &call,
                        llvm::ArrayRef<MemoryAccess> reads) override {
    calls += call.function.str() + "(" + describeRegisters(call.uses) + ")";
    addSizes(reads, " reads");
    if (call.knowledge == LibraryCall::Knowledge::Observed)
      calls += " observed";
    calls += "\n";
  }
  void endLibraryCall(const LibraryCall &call,
                      llvm::ArrayRef<MemoryAccess> writes,
                      OutputRange output) override {
    calls += "end " + call.function.str();
    addSizes(writes, " writes");
    if (output.begin != output.end)
      calls += " prints " + std::to_string(output.begin) + "-" +
               std::to_string(output.end);
    calls += "\n";
  }
  void allocate(uint64_t address, uint64_t size) override {
    blocks[address] = size;
    calls += "allocate " + std::to_string(size) + "\n";
  }
  void release(uint64_t address) override {
    calls += "release " + std::to_string(blocks[address]) + "\n";
  }

  DataCode code;
  std::vector<InstructionAccesses> instructions;
  std::string calls;

private:
  bool addAccess(const MemoryReference &reference, uint64_t frame,
                 llvm::ArrayRef<uint64_t> &words, InstructionAccesses &entry) {
    uint64_t address = 0, size = reference.size;
    switch (reference.place) {
    case MemoryReference::Place::Frame:
      address = frame + static_cast<uint64_t>(reference.offset);
      break;
    case MemoryReference::Place::Fixed:
      address = static_cast<uint64_t>(reference.offset) + bias;
      break;
    case MemoryReference::Place::Recorded:
      if (words.size() < (reference.isRepeated ? 2 : 1))
        return false;
      address = words[0];
      if (reference.isRepeated)
        size = words[1];
      words = words.drop_front(reference.isRepeated ? 2 : 1);
    }
    if (reference.isRead)
      entry.accesses.push_back({address, size, false});
    if (reference.isWritten)
      entry.accesses.push_back({address, size, true});
    return true;
  }

  void addSizes(llvm::ArrayRef<MemoryAccess> accesses, const char *what) {
    for (const MemoryAccess &access : accesses) {
      calls += what + (" " + std::to_string(access.size));
      calls += access.isCopied ? " copied" : "";
      calls += access.isAddress ? " where" : "";
      calls += access.isAppended ? " appended" : "";
    }
  }

  std::unique_ptr<ModuleCode> module;
  uint64_t bias = 0;
  std::map<uint64_t, uint64_t> blocks;
};

/// Returns the accesses by instructions in `functions`, read from the output of
/// valgrind's tool lackey.
std::vector<InstructionAccesses>
readLackey(const std::string &path, llvm::ArrayRef<CodeRange> functions) {
  std::vector<InstructionAccesses> result;
  std::ifstream file(path);
  bool isOurs = false;
  for (std::string line; std::getline(file, line);) {
    llvm::StringRef text = llvm::StringRef(line).trim();
    char kind = text.empty() ? ' ' : text.front();
    auto [number, length] =
        text.drop_front(text.empty() ? 0 : 1).trim().split(',');
    MemoryAccess access;
    if (!llvm::StringRef("ILSM").contains(kind) ||
        number.getAsInteger(16, access.address) ||
        length.getAsInteger(10, access.size))
      continue;
    if (kind == 'I') {
      isOurs = llvm::any_of(functions, [&](const CodeRange &range) {
        return range.contains(access.address);
      });
      // valgrind's lackey reports each element of a repeated instruction
      // separately.
      bool isAgain = !result.empty() && result.back().pc == access.address;
      if (isOurs && !isAgain)
        result.push_back({access.address, false, {}});
      continue;
    }
    if (!isOurs)
      continue;
    auto add = [&](bool isWrite) {
      for (MemoryAccess &each : result.back().accesses)
        if (each.isWrite == isWrite &&
            each.address + each.size == access.address) {
          each.size += access.size;
          return;
        }
      result.back().accesses.push_back({access.address, access.size, isWrite});
    };
    if (kind != 'S')
      add(false);
    if (kind != 'L')
      add(true);
  }
  return result;
}

/// Maps addresses of our process to those of the process under valgrind. Each
/// region (stack, heap, other mappings) is moved by a fixed distance.
class AddressMap {
public:
  bool agree(uint64_t ours, uint64_t theirs) {
    if (ours == theirs)
      return true;
    constexpr uint64_t stack = 0x7ffffff00000, mappings = 0x7f0000000000;
    unsigned region = ours >= stack ? 2 : ours >= mappings ? 1 : 0;
    auto [known, isNew] = distances.try_emplace(region, ours - theirs);
    return isNew || known->second == ours - theirs;
  }

private:
  std::map<unsigned, uint64_t> distances;
};

std::string describe(const InstructionAccesses &entry) {
  std::string text = "0x" + llvm::utohexstr(entry.pc, true) + ":";
  for (const MemoryAccess &access : entry.accesses)
    text += (access.isWrite ? " w" : " r") +
            llvm::utohexstr(access.address, true) + "+" +
            std::to_string(access.size);
  return text;
}

/// Returns whether valgrind has reported all accesses that we have recorded. It
/// may have reported more, such as pushes of registers, which we leave out.
bool isPart(const InstructionAccesses &ours, const InstructionAccesses &theirs,
            AddressMap &map) {
  return llvm::all_of(ours.accesses, [&](const MemoryAccess &access) {
    return llvm::any_of(theirs.accesses, [&](const MemoryAccess &other) {
      return other.isWrite == access.isWrite && other.size == access.size &&
             map.agree(access.address, other.address);
    });
  });
}

const char *const accessProgram = R"(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct Large { long numbers[20]; };
struct Bits { unsigned a : 3, b : 9, c : 20; };
static __thread int perThread = 3;
static int table[8];
static double reals[4] = {1.5, 2.5, 3.5, 4.5};
static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static struct Large changed(struct Large large) {
  struct Large copy = large;
  copy.numbers[3] += 1;
  return copy;
}
static long sumOf(int count, ...) {
  __builtin_va_list list;
  long sum = 0;
  __builtin_va_start(list, count);
  for (int i = 0; i < count; i++)
    sum += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return sum;
}
static int depth(int *place, int n) {
  int mine = n;
  *place += mine;
  return n == 0 ? *place : depth(&mine, n - 1) + *place;
}
int main(void) {
  int values[6] = {5, 3, 1, 4, 2, 6};
  struct Large large;
  struct Bits bits = {0, 0, 0};
  memset(&large, 0, sizeof large);
  for (int i = 0; i < 20; i++)
    large = changed(large);
  qsort(values, 6, sizeof values[0], compare);
  int *heap = malloc(10 * sizeof(int));
  for (int i = 0; i < 10; i++) {
    heap[i] = i * values[i % 6];
    table[i & 7] += heap[i];
    perThread ^= heap[i];
    reals[i & 3] *= 1.0 + i / reals[(i + 1) & 3];
    bits.b += i;
    bits.c = bits.b << 2;
  }
  short *narrow = (short *)heap;
  narrow[3] = (short)table[2];
  ((char *)heap)[9] += 7;
  long sum = sumOf(9, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  int start = 1;
  sum += depth(&start, 5);
  int (*order)(const void *, const void *) = compare;
  if (reals[1] < reals[2] || reals[0] != reals[0])
    sum += order(&heap[1], &heap[2]);
  switch (values[2]) {
  case 1: sum += 1; break;
  case 2: sum += 2; break;
  case 3: sum += heap[3]; break;
  case 4: sum += 4; break;
  case 5: sum += 5; break;
  case 6: sum += 6; break;
  }
  printf("%ld %d %d %g %u %ld\n", sum, perThread, table[3], reals[2], bits.c,
         large.numbers[3]);
  free(heap);
  return 0;
}
)";

} // namespace

TEST_CASE("recorded addresses are those that valgrind sees",
          "[native][detailed][long]") {
  auto valgrind = llvm::sys::findProgramByName("valgrind");
  REQUIRE(valgrind); // tools/setup.sh installs it
  for (const std::string &compiler : compilers(Language::C)) {
    INFO(compiler);
    NativeProgram program(compiler, accessProgram,
                          {"-g", "-O0", "-no-pie", "-fno-pie"});
    ExecutionLog log(program.table);
    Recording recording = orFail(
        program.engine().recordInstructions(program.spec, log.code, log));
    CHECK(describeEnding(recording.result.ending) == "exit status 0");

    std::string path = program.path("lackey");
    std::string argument = "--log-file=" + path;
    std::string output = program.path("output"), nothing = "";
    std::optional<llvm::StringRef> redirects[] = {
        llvm::StringRef(nothing), llvm::StringRef(output), std::nullopt};
    REQUIRE(llvm::sys::ExecuteAndWait(*valgrind,
                                      {"valgrind", "--tool=lackey",
                                       "--trace-mem=yes", argument,
                                       program.table.programPath()},
                                      std::nullopt, redirects, 120) == 0);
    std::vector<InstructionAccesses> theirs =
        readLackey(path, log.code.functions);
    AddressMap map;
    size_t at = 0, differences = 0;
    for (const InstructionAccesses &ours : log.instructions) {
      // We do not record instructions that access no data.
      while (at < theirs.size() && theirs[at].pc != ours.pc)
        ++at;
      REQUIRE(at < theirs.size());
      if (!isPart(ours, theirs[at], map) && ++differences < 10)
        FAIL_CHECK(describe(ours) << "; valgrind: " << describe(theirs[at]));
      ++at;
    }
    CHECK(log.instructions.size() > 500);
    // No instruction that accesses data may be missing.
    size_t missed = 0;
    std::map<uint64_t, size_t> times;
    for (const InstructionAccesses &each : log.instructions)
      ++times[each.pc];
    for (const InstructionAccesses &each : theirs)
      if (auto known = times.find(each.pc); known != times.end())
        missed += known->second-- == 0;
    CHECK(missed == 0);
  }
}

TEST_CASE("records of library calls tell what they read, write and print",
          "[native][detailed]") {
  for (const std::string &compiler : compilers(Language::C)) {
    INFO(compiler);
    NativeProgram program(compiler, R"(
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char buffer[32];
  int a, b = 0;
  double real = 1.5;
  scanf("%d %31s", &a, buffer);
  printf("%d <%.3s> %5.2f\n", a, buffer, real);
  int (*print)(const char *) = puts;
  print(buffer);
  fflush(stdout);
  write(1, "xy\n", 3);
  char *copy = strdup(buffer);
  memcpy(buffer, copy, 4);
  strcat(buffer, "!");
  copy = realloc(copy, 100);
  free(copy);
  sscanf("7 8", "%d", &b);
  sigset_t set;
  memset(&set, 1, sizeof set);
  sigemptyset(&set);
  return 0;
}
)",
                          {"-g", "-O0", "-fno-builtin"});
    program.writeInput("42 wonder\n");
    ExecutionLog log(program.table);
    Recording recording = orFail(
        program.engine().recordInstructions(program.spec, log.code, log));
    CHECK(recording.result.standardOutput == "42 <won>  1.50\nwonder\nxy\n");
    auto says = [&](llvm::StringRef line) {
      INFO(line.str() << "\n" << log.calls);
      CHECK(("\n" + log.calls).find("\n" + line.str()) != std::string::npos);
    };
    says("__isoc99_scanf(rdx, rsi, rdi) reads 8 reads 8\n");
    says("end __isoc99_scanf writes 4 writes 7 writes 8\n");
    says("printf(rdx, rsi, rdi, xmm0) reads 17 reads 3\n");
    says("end printf prints 0-15\n");
    says("puts(rdi) reads 7\n");
    says("end puts prints 15-22\n");
    says("end write prints 22-25\n");
    says("strdup(rdi) reads 7 copied where\n");
    says("allocate 7\nend strdup writes 7 copied\n");
    says("memcpy(rdx, rsi, rdi) reads 4 copied\nend memcpy writes 4 copied\n");
    says("strcat(rsi, rdi) reads 7 where reads 2 copied where\n"
         "end strcat writes 8 copied appended\n");
    says("realloc(rsi, rdi) reads 24 copied\nrelease 7\n"
         "allocate 100\nend realloc writes 100 copied\n");
    says("release 100\nend free\n");
    says("end __isoc99_sscanf writes 4\n");
    says("end sigemptyset writes 8\n"); // the size of the kernel's signal set
  }
}

TEST_CASE("a std::string and its characters are reported separately",
          "[native][detailed]") {
  for (const std::string &compiler : compilers(Language::Cxx)) {
    INFO(compiler);
    NativeProgram program(compiler, R"(
#include <string>
int main() {
  std::string text;
  text += "abc";
  text.push_back('d');
  std::string part = text.substr(1, 2);
  text.reserve(100);
  return text.size() - 4;
}
)",
                          {"-g", "-O0"});
    ExecutionLog log(program.table);
    Recording recording = orFail(
        program.engine().recordInstructions(program.spec, log.code, log));
    CHECK(describeEnding(recording.result.ending) == "exit status 0");
    auto says = [&](llvm::StringRef text) {
      INFO(text.str() << "\n" << log.calls);
      CHECK(log.calls.find(text.str()) != std::string::npos);
    };
    says("pLEPKc(rsi, rdi) reads 16 reads 1 copied reads 4 copied where\n");
    says("pLEPKc writes 16 writes 4 copied writes 16 writes 4 copied "
         "appended\n");
    says("9push_backEc writes 16 writes 5 copied writes 16 writes 5 appended "
         "writes 16 writes 1\n");
    says("6substrEmm(rcx, rdx, rsi, rdi) reads 16 reads 4 copied\n");
    says("7reserveEm writes 24 writes 5 copied");
  }
}

// The server has to step the program out of the runtime before a signal handler
// can run. For calls without a model, that takes long, so the kill mostly comes
// in the middle of it.
TEST_CASE("a program that is killed while the server steps it out of the "
          "runtime was killed, and has not exited",
          "[native][detailed]") {
  NativeProgram program(compilerFor(Language::C), R"(
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>
void handle(int);
__asm__(".text\nhandle: ret\n");
int main(void) {
  char from[4096] = {0}, to[4096];
  signal(SIGUSR1, handle);
  pid_t parent = getpid();
  if (fork() == 0) {
    for (int i = 0; i < 60; i++) {
      kill(parent, SIGUSR1);
      usleep(50);
    }
    kill(parent, SIGUSR1);
    for (volatile int i = 0; i < 3000; i++)
      ;
    kill(parent, SIGKILL);
    _exit(0);
  }
  for (;;)
    swab(from, to, sizeof from);
}
)");
  for (int i = 0; i < 5; ++i) {
    ExecutionLog log(program.table);
    Recording recording = orFail(
        program.engine().recordInstructions(program.spec, log.code, log));
    CHECK(describeEnding(recording.result.ending) == "signal 9 (SIGKILL)");
  }
}
