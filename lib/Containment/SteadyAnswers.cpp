// Answers system calls that would have another answer in each run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SteadyAnswers.h"
#include "World.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ListenerMessage.h"
#include "pinstripe/Support/ProcessState.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "pinstripe/Support/SteadyNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include <asm/prctl.h>
#include <chrono>
#include <csignal>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace pinstripe;

// Functions that read and write the memory of a program

static bool transfer(decltype(::process_vm_readv) *how, pid_t thread,
                     uint64_t place, void *bytes, size_t size) {
  iovec ours = {bytes, size};
  iovec theirs = {reinterpret_cast<void *>(place), size};
  return how(thread, &ours, 1, &theirs, 1, 0) == static_cast<ssize_t>(size);
}

template <typename T>
static std::optional<T> readAt(pid_t thread, uint64_t place) {
  T value;
  if (!transfer(::process_vm_readv, thread, place, &value, sizeof(value)))
    return std::nullopt;
  return value;
}

template <typename T>
static bool writeAt(pid_t thread, uint64_t place, T value) {
  return transfer(::process_vm_writev, thread, place, &value, sizeof(value));
}

static bool writeBytes(pid_t thread, uint64_t place,
                       llvm::ArrayRef<uint8_t> bytes) {
  return transfer(::process_vm_writev, thread, place,
                  const_cast<uint8_t *>(bytes.data()), bytes.size());
}

/// Writes to memory that the program itself can't write, such as its code.
static void patch(pid_t thread, uint64_t base,
                  llvm::ArrayRef<CodePatch> patches) {
  std::string name = "/proc/" + std::to_string(thread) + "/mem";
  FileDescriptor memory(::open(name.c_str(), O_WRONLY | O_CLOEXEC));
  if (!memory.isOpen())
    return;
  for (const CodePatch &each : patches)
    (void)!::pwrite(memory.get(), each.bytes.data(), each.bytes.size(),
                    static_cast<off_t>(base + each.offset));
}

/// Returns the value of an entry of the program's auxiliary vector; 0 if the
/// vector has no entry of this type.
static uint64_t auxiliary(llvm::StringRef vector, uint64_t type) {
  Elf64_auxv_t each;
  for (; vector.size() >= sizeof(each);
       vector = vector.drop_front(sizeof(each))) {
    std::memcpy(&each, vector.data(), sizeof(each));
    if (each.a_type == type)
      return each.a_un.a_val;
  }
  return 0;
}

static uint64_t microsecondsNow() {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(
          std::chrono::steady_clock::now().time_since_epoch())
          .count());
}

static constexpr uint64_t second = 1'000'000; ///< in microseconds

// Start and end

llvm::Expected<std::unique_ptr<SteadyAnswers>>
SteadyAnswers::start(const ClockStart &clock,
                     std::function<void()> nameNextRun) {
  std::unique_ptr<SteadyAnswers> answers(
      new SteadyAnswers(clock, std::move(nameNextRun)));
  int ends[2];
  auto makeSockets = [&](FileDescriptor &one, FileDescriptor &other) {
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
      return false;
    one = FileDescriptor(ends[0]);
    other = FileDescriptor(ends[1]);
    return true;
  };
  if (!makeSockets(answers->entranceForChildren, answers->entranceOfThread) ||
      !makeSockets(answers->exit, answers->endOfThread))
    return llvm::make_error<EngineError>("can't create a socket: " +
                                         llvm::sys::StrError());
  // The new thread blocks all signals, so that signals to the tool are handled
  // by the tool's other threads.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  auto enter = [](void *self) -> void * {
    static_cast<SteadyAnswers *>(self)->run();
    return nullptr;
  };
  pthread_t made;
  int error = ::pthread_create(&made, nullptr, enter, answers.get());
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0)
    return llvm::make_error<EngineError>("can't start a thread: " +
                                         llvm::sys::StrError(error));
  answers->thread = made;
  return answers;
}

SteadyAnswers::~SteadyAnswers() {
  exit.reset();
  if (thread)
    ::pthread_join(*thread, nullptr);
}

void SteadyAnswers::beginRun() {
  ++runNumber;
  hasAskedNow = false;
}

void SteadyAnswers::run() {
  for (;;) {
    std::vector<pollfd> files = {{endOfThread.get(), POLLIN, 0},
                                 {entranceOfThread.get(), POLLIN, 0}};
    for (const Listener &each : listeners)
      files.push_back({each.file.get(), POLLIN, 0});
    if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR)
      return;
    if (files[0].revents != 0)
      return;
    for (size_t i = listeners.size(); i-- > 0;) {
      if (files[i + 2].revents & POLLIN)
        serve(listeners[i]);
      else if (files[i + 2].revents != 0) // no program of this filter is left
        listeners.erase(listeners.begin() + static_cast<ptrdiff_t>(i));
    }
    if (files[1].revents != 0)
      admit();
  }
}

void SteadyAnswers::admit() {
  ListenerMessage message;
  int listener = receiveListener(entranceOfThread.get(), message);
  if (listener >= 0)
    listeners.push_back({FileDescriptor(listener), message.isDebugger});
}

// Calls

void SteadyAnswers::serve(Listener &listener) {
  // A later kernel may use larger structures than those of the header at build
  // time, so there is room for more fields.
  union {
    seccomp_notif call;
    char room[1024];
  } received = {};
  if (::ioctl(listener.file.get(), SECCOMP_IOCTL_NOTIF_RECV, &received) != 0)
    return; // The program was killed before its call was read.
  Answer answer = this->answer(received.call, listener);
  union {
    seccomp_notif_resp response;
    char room[1024];
  } sent = {};
  sent.response.id = received.call.id;
  sent.response.val = answer.value;
  sent.response.error = -answer.error;
  if (answer.isKernels)
    sent.response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  (void)::ioctl(listener.file.get(), SECCOMP_IOCTL_NOTIF_SEND, &sent);
}

/// Returns whether `thread` is one of the threads of `process`.
static bool isThreadOf(pid_t process, pid_t thread) {
  if (process == thread)
    return true;
  std::string name =
      "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread);
  return ::access(name.c_str(), F_OK) == 0;
}

SteadyAnswers::Answer SteadyAnswers::answer(const seccomp_notif &call,
                                            Listener &listener) {
  Answer kernels;
  kernels.isKernels = true;
  if (call.data.arch != AUDIT_ARCH_X86_64)
    return kernels;
  auto thread = static_cast<pid_t>(call.pid);
  if (listener.isDebugger && listener.debugger == 0)
    listener.debugger = thread;
  if (listener.isDebugger && isThreadOf(listener.debugger, thread)) {
    bool isFork = llvm::is_contained({SYS_clone, SYS_fork, SYS_vfork},
                                     static_cast<long>(call.data.nr));
    if (isFork && hasAsked)
      nameNextRun();
    return kernels;
  }
  if (seenRun != runNumber) {
    seenRun = runNumber;
    states.clear();
    waits.clear();
  }
  return answerProgram(call);
}

/// Reads a time from the program's memory: a timespec or a timeval, which
/// differ in how many fractions make a microsecond. Returns microseconds, or
/// nullopt if the memory holds no valid time.
static std::optional<uint64_t> readTime(pid_t thread, uint64_t place,
                                        uint64_t fractionsOfMicrosecond) {
  auto time = readAt<std::array<int64_t, 2>>(thread, place);
  constexpr int64_t year = 365 * 86400;
  if (!time || (*time)[0] < 0 || (*time)[1] < 0)
    return std::nullopt;
  return static_cast<uint64_t>(std::min((*time)[0], 100 * year)) * second +
         static_cast<uint64_t>((*time)[1]) / fractionsOfMicrosecond;
}

SteadyAnswers::Answer SteadyAnswers::answerProgram(const seccomp_notif &call) {
  auto thread = static_cast<pid_t>(call.pid);
  const auto &arguments = call.data.args;
  constexpr uint64_t nanoseconds = 1000;
  auto milliseconds = [](uint64_t argument) -> std::optional<uint64_t> {
    auto value = static_cast<int32_t>(argument);
    if (value < 0) // for ever
      return std::nullopt;
    return static_cast<uint64_t>(value) * 1000;
  };
  switch (call.data.nr) {
  case SYS_arch_prctl:
    prepareProgram(thread);
    break;
  case SYS_clock_gettime:
  case SYS_gettimeofday:
  case SYS_time:
    return tellTime(call);
  case SYS_getrandom:
    return giveRandomBytes(call);
  case SYS_getrusage:
    return tellUse(call);
  case SYS_times:
    return tellTicks(call);
  case SYS_clock_nanosleep:
    if (arguments[1] & TIMER_ABSTIME)
      return sleepUntil(call);
    noteWait(thread, readTime(thread, arguments[2], nanoseconds));
    break;
  case SYS_nanosleep:
    noteWait(thread, readTime(thread, arguments[0], nanoseconds));
    break;
  case SYS_poll:
    noteWait(thread, milliseconds(arguments[2]));
    break;
  case SYS_epoll_wait:
  case SYS_epoll_pwait:
    noteWait(thread, milliseconds(arguments[3]));
    break;
  case SYS_ppoll:
    noteWait(thread, readTime(thread, arguments[2], nanoseconds));
    break;
  case SYS_pselect6:
    noteWait(thread, readTime(thread, arguments[4], nanoseconds));
    break;
  case SYS_select:
    noteWait(thread, readTime(thread, arguments[4], 1));
    break;
  case SYS_ioctl:
    hasAskedTerminal = true;
    break;
  default:
    return tellId(call);
  }
  Answer kernels;
  kernels.isKernels = true;
  return kernels;
}

/// Prepares a program that has just begun: its vDSO gets code that reads the
/// program's own clock word instead of the machine's clock, and AT_RANDOM
/// points to fixed bytes.
void SteadyAnswers::prepareProgram(pid_t thread) {
  states.erase(thread);
  waits.erase(thread);
  std::optional<uint64_t> state = stateAddress(thread);
  std::string vector = readProcessFile(thread, "auxv");
  uint64_t code = auxiliary(vector, AT_SYSINFO_EHDR);
  if (code != 0 && state) {
    std::vector<CodePatch> clock = countingClock(start_, *state);
    patch(thread, code, clock.empty() ? askingClock() : clock);
  }
  if (uint64_t place = auxiliary(vector, AT_RANDOM))
    (void)writeBytes(thread, place, fixedRandomBytes);
}

/// Patches std::random_device in the program, so that it asks the kernel
/// instead of the processor: the filter can pass on a system call to this
/// thread, but not a processor instruction.
void SteadyAnswers::useRandomNumbersOfOurs(pid_t thread) {
  std::string maps = readProcessFile(thread, "maps");
  llvm::StringRef rest = maps;
  while (!rest.empty()) {
    auto [line, next] = rest.split('\n');
    rest = next;
    llvm::StringRef name =
        line.drop_front(std::min(line.find('/'), line.size()));
    if (!name.contains("/libstdc++.so"))
      continue;
    // The first mapping of the library begins at offset 0 of its file, so it is
    // the base of all addresses in the library.
    uint64_t base = 0;
    if (line.split('-').first.getAsInteger(16, base))
      return;
    auto [known, isNew] = randomDevices.try_emplace(name.str());
    if (isNew) {
      // The kernel names files as they are called outside of the sandbox's
      // root.
      llvm::StringRef inside = name;
      inside.consume_front(World::root);
      if (auto file = readFile("/proc/" + std::to_string(thread) + "/root" +
                               inside.str()))
        known->second = askingRandomDevice(*file);
      else
        llvm::consumeError(file.takeError()); // unpatched then
    }
    patch(thread, base, known->second);
    return;
  }
}

/// Returns the address of the word that holds the clock of a process: the last
/// word of its stack, which the kernel leaves empty.
std::optional<uint64_t> SteadyAnswers::stateAddress(pid_t thread) {
  auto known = states.find(thread);
  if (known != states.end())
    return known->second;
  std::string maps = readProcessFile(thread, "maps");
  size_t name = maps.find("[stack]");
  if (name == std::string::npos)
    return std::nullopt;
  llvm::StringRef line = llvm::StringRef(maps).take_front(name);
  line = line.drop_front(line.rfind('\n') + 1);
  uint64_t end = 0;
  if (line.split('-').second.split(' ').first.getAsInteger(16, end))
    return std::nullopt;
  return states[thread] = end - sizeof(uint64_t);
}

/// Notes that the program is about to make a call that waits for at most this
/// long. Nobody sees when the call returns, so whether the wait has ended is
/// found out when the program next looks at a clock. For that, its clock
/// functions are patched once more: from now on they ask this thread.
void SteadyAnswers::noteWait(pid_t thread,
                             std::optional<uint64_t> microseconds) {
  if (!microseconds || *microseconds == 0)
    return;
  (void)readClock(thread); // settles a wait noted before
  waits[thread] = {microsecondsNow(), *microseconds};
  if (uint64_t code =
          auxiliary(readProcessFile(thread, "auxv"), AT_SYSINFO_EHDR))
    patch(thread, code, askingClock());
}

/// Reads the clock of a process. If a call of the process was noted by
/// `noteWait`, and its whole time has passed since then, the clock is advanced
/// by that time first.
std::optional<SteadyClock> SteadyAnswers::readClock(pid_t thread) {
  std::optional<uint64_t> place = stateAddress(thread);
  auto word = place ? readAt<uint64_t>(thread, *place) : std::nullopt;
  if (!word)
    return std::nullopt;
  SteadyClock clock(*word);
  auto wait = waits.find(thread);
  if (wait != waits.end()) {
    if (microsecondsNow() - wait->second.since >= wait->second.limit)
      clock.sleep(wait->second.limit);
    waits.erase(wait);
  }
  clock.read();
  if (!writeAt(thread, *place, clock.word()))
    return std::nullopt;
  return clock;
}

/// Returns the process id of a thread's process in the sandbox; 0 if it is not
/// known. The status of a process has a line such as "NSpid: 4711 3".
static pid_t idInSandbox(pid_t thread) {
  std::string status = readProcessFile(thread, "status");
  llvm::StringRef ids =
      llvm::StringRef(status).split("\nNStgid:").second.split('\n').first;
  pid_t found = 0;
  return ids.rsplit('\t').second.getAsInteger(10, found) ? 0 : found;
}

/// Answers a call that asks for a process id or makes a child, mostly by
/// letting the kernel answer, and notes that the program has asked. The parent
/// of a run, and a server before it has begun the program, are Pinstripe's own
/// processes, whose ids vary; so the answers that would show them are fixed.
SteadyAnswers::Answer SteadyAnswers::tellId(const seccomp_notif &call) {
  Answer answer;
  answer.isKernels = true;
  pid_t id = idInSandbox(static_cast<pid_t>(call.pid));
  bool isServer = id >= firstServerId && id < firstServerId + serverIds;
  long number = call.data.nr;
  if (isServer && (number == SYS_getpid || number == SYS_gettid))
    return {runId};
  if (number == SYS_getppid && (isServer || id == runId || id == checkpointId))
    return {1};
  hasAsked = hasAskedNow = true;
  return answer;
}

SteadyAnswers::Answer SteadyAnswers::tellTime(const seccomp_notif &call) {
  Answer answer;
  auto thread = static_cast<pid_t>(call.pid);
  const auto &arguments = call.data.args;
  bool namesClock = call.data.nr == SYS_clock_gettime;
  std::optional<uint64_t> seconds = start_.secondsOf(
      namesClock ? static_cast<clockid_t>(arguments[0]) : CLOCK_REALTIME);
  std::optional<SteadyClock> clock = readClock(thread);
  if (!seconds || !clock) {
    answer.isKernels = true;
    return answer;
  }
  uint64_t now = *seconds * second + clock->microseconds();
  if (call.data.nr == SYS_time) {
    answer.value = static_cast<int64_t>(now / second);
    if (arguments[0] != 0 && !writeAt(thread, arguments[0], now / second))
      answer.error = EFAULT;
    return answer;
  }
  uint64_t place = arguments[namesClock ? 1 : 0];
  std::array<uint64_t, 2> time = {now / second,
                                  now % second * (namesClock ? 1000 : 1)};
  bool mayBeMissing = !namesClock && place == 0;
  if (!mayBeMissing && !writeAt(thread, place, time))
    answer.error = EFAULT;
  uint64_t zone = namesClock ? 0 : arguments[1];
  if (zone != 0 && !writeAt(thread, zone, uint64_t(0)))
    answer.error = EFAULT;
  return answer;
}

/// Makes random-looking words with the SplitMix64 generator. The seed is the
/// state of the program's clock, so the words are the same in all runs that
/// have done the same so far.
static std::vector<uint64_t> randomWords(uint64_t seed, size_t count) {
  std::vector<uint64_t> words(count);
  for (uint64_t &word : words) {
    uint64_t mixed = seed += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    word = mixed ^ mixed >> 31;
  }
  return words;
}

/// Returns whether a call of getrandom comes from libc's malloc, which asks for
/// a number by which it recognises freed blocks. With the native engine such
/// calls are answered inside the program and never come here. So they must not
/// advance the clock here either, or the engines would differ. Other callers
/// that ask for as many bytes without blocking store them on the stack; malloc
/// does not.
bool SteadyAnswers::isForMalloc(const seccomp_notif &call) {
  std::optional<uint64_t> state = stateAddress(static_cast<pid_t>(call.pid));
  constexpr uint64_t nonBlocking = 1, mostOfStack = uint64_t(64) << 20;
  return call.data.args[1] == sizeof(mallocKey) &&
         call.data.args[2] == nonBlocking && state &&
         *state - call.data.args[0] > mostOfStack;
}

SteadyAnswers::Answer
SteadyAnswers::giveRandomBytes(const seccomp_notif &call) {
  Answer answer;
  auto thread = static_cast<pid_t>(call.pid);
  if (isForMalloc(call)) {
    // When malloc makes this call, the loader has mapped all libraries, so
    // std::random_device can be patched now.
    useRandomNumbersOfOurs(thread);
    (void)writeAt(thread, call.data.args[0], mallocKey);
    answer.value = sizeof(mallocKey);
    return answer;
  }
  constexpr uint64_t most = 1 << 20;
  uint64_t size = std::min<uint64_t>(call.data.args[1], most);
  std::optional<SteadyClock> clock = readClock(thread);
  if (!clock) {
    answer.isKernels = true;
    return answer;
  }
  std::vector<uint64_t> words =
      randomWords(clock->word(), size / sizeof(uint64_t) + 1);
  if (size != 0 && !transfer(::process_vm_writev, thread, call.data.args[0],
                             words.data(), size))
    answer.error = EFAULT;
  answer.value = static_cast<int64_t>(size);
  return answer;
}

/// Answers getrusage: the processor time is what the program's clock shows; all
/// other fields are 0.
SteadyAnswers::Answer SteadyAnswers::tellUse(const seccomp_notif &call) {
  Answer answer;
  auto thread = static_cast<pid_t>(call.pid);
  std::optional<SteadyClock> clock = readClock(thread);
  auto whose = static_cast<int>(call.data.args[0]);
  if (!clock || (whose != RUSAGE_SELF && whose != RUSAGE_THREAD &&
                 whose != RUSAGE_CHILDREN)) {
    answer.isKernels = true;
    return answer;
  }
  rusage use = {};
  if (whose != RUSAGE_CHILDREN) {
    use.ru_utime.tv_sec = static_cast<time_t>(clock->microseconds() / second);
    use.ru_utime.tv_usec =
        static_cast<suseconds_t>(clock->microseconds() % second);
  }
  if (!writeAt(thread, call.data.args[1], use))
    answer.error = EFAULT;
  return answer;
}

SteadyAnswers::Answer SteadyAnswers::tellTicks(const seccomp_notif &call) {
  Answer answer;
  auto thread = static_cast<pid_t>(call.pid);
  std::optional<SteadyClock> clock = readClock(thread);
  if (!clock) {
    answer.isKernels = true;
    return answer;
  }
  // The number of ticks in a second, which is the same for all programs
  // (sysconf(_SC_CLK_TCK)).
  constexpr uint64_t ticks = 100;
  uint64_t now = clock->microseconds() / (second / ticks);
  tms use = {};
  use.tms_utime = static_cast<clock_t>(now);
  if (call.data.args[0] != 0 && !writeAt(thread, call.data.args[0], use))
    answer.error = EFAULT;
  answer.value = static_cast<int64_t>(start_.uptime * ticks + now);
  return answer;
}

/// Answers a call that sleeps until a clock shows a certain time. The program
/// does not sleep: its clock is set to that time at once.
SteadyAnswers::Answer SteadyAnswers::sleepUntil(const seccomp_notif &call) {
  Answer answer;
  auto thread = static_cast<pid_t>(call.pid);
  std::optional<uint64_t> begin =
      start_.secondsOf(static_cast<clockid_t>(call.data.args[0]));
  std::optional<uint64_t> until = readTime(thread, call.data.args[2], 1000);
  std::optional<SteadyClock> clock = readClock(thread);
  if (!begin || !until || !clock) {
    answer.isKernels = true;
    return answer;
  }
  uint64_t now = *begin * second + clock->microseconds();
  if (*until > now)
    clock->sleep(*until - now);
  (void)writeAt(thread, *stateAddress(thread), clock->word());
  return answer;
}
