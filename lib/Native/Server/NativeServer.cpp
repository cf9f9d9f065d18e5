// Starts fork servers, makes them run children, and waits for the results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Server/NativeServer.h"
#include "Runtime/Activations.h"
#include "Server/RuntimeImage.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Native/NativeRefusal.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using native::ServerControl;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Time limit for a server (a process that forks runs) to become ready. A
/// server needs milliseconds, but longer on a machine that swaps.
static constexpr Clock::duration startLimit = 30s;
/// Time limit for the answer that a server gives when its child (a process
/// forked for a run) has been killed.
static constexpr Clock::duration killLimit = 10s;
/// While a child runs, the tool checks at this interval whether the server is
/// alive and whether the child keeps within its limits.
static constexpr std::chrono::nanoseconds period = 20ms;
/// The shortest time between two checks of a run. It is used if the limit on
/// the processor time of the run is very low.
static constexpr std::chrono::nanoseconds shortestPeriod = 2ms;

static uint32_t load(const uint32_t &word) {
  return __atomic_load_n(&word, __ATOMIC_ACQUIRE);
}

// Start

void NativeServer::addCommonRegions(TargetMemory &memory) {
  constexpr uint32_t data = PROT_READ | PROT_WRITE;
  // The pages of the servers must be the first region. The runtime maps the
  // regions one after the other. If it can't map one of them, it says so in
  // these pages. The runtime is the tool's code in the process.
  memory.addShared(native::serverSlotsAddress,
                   uint64_t(2) * native::serverSlots * native::pageSize, data);
  memory.add({.address = native::runStateAddress,
              .size = native::pageSize,
              .protection = data,
              .aliasOf = native::serverSlotsAddress,
              .offset = native::pageSize});
  memory.addShared(native::crashStackAddress, native::crashStackSize, data);
  memory.add({.address = native::runtimeBase,
              .size = runtimeImage().size(),
              .content = runtimeImage(),
              .isInjected = true});
  memory.addPrivate(native::processStateAddress, native::pageSize);
  memory.addPrivate(native::activationsAddress,
                    native::maxActivations * sizeof(native::Activation));
}

NativeServer::~NativeServer() { end(); }

/// Maps a part of the shared memory file into the process under test. For this
/// the tool makes a system call in the process. Only two parts are mapped in
/// this way: the Setup, which describes all regions, and Pinstripe's runtime,
/// the code that then maps all other regions.
static llvm::Error mapInTarget(TracedLaunch &launch, uint64_t address,
                               uint64_t size, uint64_t protection,
                               uint64_t offset) {
  llvm::Expected<int64_t> place = launch.systemCall(
      SYS_mmap, {address, size, protection, MAP_SHARED | MAP_FIXED_NOREPLACE,
                 TracedLaunch::readOnlyFileNumber, offset});
  if (!place)
    return place.takeError();
  if (static_cast<uint64_t>(*place) == address)
    return llvm::Error::success();
  int error = *place < 0 ? static_cast<int>(-*place) : EEXIST;
  return llvm::make_error<NativeRefusal>(
      "can't map memory into the program at 0x" +
      llvm::Twine::utohexstr(address) + ": " + llvm::sys::StrError(error));
}

llvm::Error NativeServer::mapRuntime(TracedLaunch &launch,
                                     const TargetMemory &memory) {
  if (llvm::Error error = mapInTarget(launch, native::setupAddress,
                                      memory.setupSize(), PROT_READ, 0))
    return error;
  return mapInTarget(launch, native::runtimeBase, runtimeImage().size(),
                     PROT_READ | PROT_EXEC,
                     memory.offsetOf(native::runtimeBase));
}

/// Stops tracing the process, which goes on as a server (a process that forks
/// runs). From now on, the kernel does not kill the server when the thread of
/// the tool that has launched it ends. Otherwise, processes that runs have left
/// would survive the server. Instead, when the tool ends, the janitor process
/// ends first these processes and then the server.
static llvm::Expected<pid_t> release(TracedLaunch &launch) {
  llvm::Expected<int64_t> result =
      launch.systemCall(SYS_prctl, {PR_SET_PDEATHSIG, 0, 0, 0, 0, 0});
  if (!result)
    return result.takeError();
  return launch.detachAt(runtimeHeader().bootstrap);
}

llvm::Expected<std::unique_ptr<NativeServer>>
NativeServer::start(TracedLaunch &launch, std::unique_ptr<TargetMemory> memory,
                    Janitor &janitor, bool isSandboxed) {
  if (llvm::Error error = mapRuntime(launch, *memory))
    return error;
  pid_t launched = launch.processId();
  janitor.add(launched);
  llvm::Expected<pid_t> pid = release(launch);
  if (!pid) {
    janitor.remove(launched);
    return pid.takeError();
  }
  std::unique_ptr<NativeServer> server(
      new NativeServer(*pid, std::move(memory), janitor, isSandboxed));
  if (llvm::Error failed = server->sharedMemory->openView(
          native::serverSlotsAddress, server->slots))
    return failed;
  if (llvm::Error failed = server->sharedMemory->openView(
          native::crashStackAddress, server->crashStack))
    return failed;
  server->select(0);
  if (llvm::Error failed = server->awaitFirstReply())
    return failed;
  return server;
}

void NativeServer::select(uint32_t slot) {
  selected = slot;
  uint8_t *pages = slots.data() + uint64_t(slot) * 2 * native::pageSize;
  controlPage = reinterpret_cast<ServerControl *>(pages);
  runState = reinterpret_cast<native::RunState *>(pages + native::pageSize);
  liveState = reinterpret_cast<native::LiveState *>(
      pages + native::pageSize +
      (native::liveStateAddress - native::runStateAddress));
}

llvm::Error NativeServer::awaitFirstReply() {
  Clock::time_point deadline = Clock::now() + startLimit;
  while (!waitForReply(0, period)) {
    if (reapIfEnded())
      return llvm::make_error<ServerLost>();
    continueIfStopped(pid);
    if (Clock::now() >= deadline)
      return llvm::make_error<EngineError>(
          "the program under test does not answer after it was prepared; try "
          "--engine lldb");
  }
  return failureOfStart(*controlPage);
}

llvm::Error NativeServer::failureOfStart(const ServerControl &control) {
  if (control.failure == 0)
    return llvm::Error::success();
  int error = static_cast<int>(control.failure);
  std::string reason = llvm::sys::StrError(error);
  if (control.failedCall == SYS_mprotect)
    return llvm::make_error<NativeRefusal>(
        "the system does not let programs change their code: " + reason);
  return llvm::make_error<NativeRefusal>(
      "can't prepare the program under test: " + reason);
}

// Runs

llvm::Error NativeServer::writeRequest(const LaunchSpec &spec,
                                       uint32_t outputSet) {
  // A run inherits its working directory from the process of the checkpoint
  // from which it is forked. In a sandbox, the directory may have been mounted
  // again since the checkpoint was made. So in a sandbox the child has to enter
  // the directory again.
  bool isStart = selected == 0 || isSandboxed;
  std::string folder = isStart ? spec.workingDirectory : "";
  if (folder.size() >= sizeof(controlPage->workingDirectory))
    return llvm::make_error<NativeRefusal>(
        "the path of the working directory is too long for this engine");
  std::memcpy(controlPage->workingDirectory, folder.c_str(), folder.size() + 1);
  controlPage->hasInput = !spec.standardInput.empty();
  controlPage->outputSet = outputSet;
  controlPage->eventLimit = spec.eventLimit < maxEvents ? spec.eventLimit : 0;
  controlPage->fileLimit = largestFile(spec);
  controlPage->processLimit = spec.sandbox ? spec.processLimit : 0;
  std::copy(changes.begin(), changes.end(), controlPage->changes);
  controlPage->checkpointEvent = checkpointEvent;
  controlPage->changeCount = static_cast<uint32_t>(changes.size());
  return llvm::Error::success();
}

void NativeServer::send(native::Command command) {
  // Clears the state of the previous run. If the child is killed before it sets
  // up its own state, the tool must not find the old state and take it for the
  // child's.
  *runState = {};
  runState->last = native::none;
  *liveState = {};
  controlPage->operation = command;
  __atomic_add_fetch(&controlPage->command, 1, __ATOMIC_RELEASE);
  ::syscall(SYS_futex, &controlPage->command, FUTEX_WAKE, 1, nullptr, nullptr,
            0);
}

llvm::Expected<ChildResult> NativeServer::run(const LaunchSpec &spec,
                                              Listener listener, uint32_t slot,
                                              OnLoss onLoss) {
  select(slot);
  if (llvm::Error error = writeRequest(spec, /*outputSet=*/0))
    return error;
  if (spec.sandbox)
    spec.sandbox->nameNextProcessIfAsked(Sandbox::NextProcess::Run);
  uint32_t before = load(controlPage->reply);
  send(native::Command::Run);
  llvm::Expected<ChildResult> result = awaitEnd(spec, before, listener, onLoss);
  if (listedChild != 0)
    janitor.remove(std::exchange(listedChild, 0));
  if (!result)
    return result;
  if (pid != 0 && controlPage->failure != 0)
    return failureOf(spec);
  return result;
}

/// Watches the limits of a child while the tool waits for the child's end.
class NativeServer::Wait {
public:
  Wait(NativeServer &server, const LaunchSpec &spec)
      : server(server), spec(spec), watch(spec) {}

  bool isEnding() const { return isChildEnded; }
  /// Returns the time for which to wait for the server's answer before the
  /// limits of the run are checked again.
  std::chrono::nanoseconds untilNextLook() const {
    return std::min<std::chrono::nanoseconds>(interval,
                                              deadline - Clock::now());
  }
  /// Ends the child if it exceeds a limit, or if `isWanted` is false. Returns
  /// false if the server can't answer any more, so that waiting must end.
  bool look(bool isWanted);

  ChildResult result;

private:
  static std::chrono::nanoseconds intervalFor(const LaunchSpec &spec);
  bool endChild();
  bool endAll();
  void tellJanitor() const;

  NativeServer &server;
  const LaunchSpec &spec;
  LimitMonitor watch;
  const Clock::time_point begin = Clock::now();
  Clock::time_point deadline =
      begin + std::chrono::duration_cast<Clock::duration>(
                  std::chrono::duration<double>(spec.wallLimitSeconds));
  const std::chrono::nanoseconds interval = intervalFor(spec);
  pid_t process = 0;
  bool isChildEnded = false;
};

/// Returns the time between two checks of a run. If the limit on processor time
/// is low, the result is short, so that a run that hangs is ended soon after it
/// has reached the limit.
std::chrono::nanoseconds
NativeServer::Wait::intervalFor(const LaunchSpec &spec) {
  if (spec.processorLimitSeconds == 0)
    return period;
  auto limit = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(spec.processorLimitSeconds / 2));
  return std::clamp(limit, shortestPeriod, period);
}

bool NativeServer::Wait::endChild() {
  server.killChild();
  isChildEnded = true;
  deadline = Clock::now() + killLimit;
  return true;
}

/// Ends all processes in the sandbox of the run at once. If they were killed
/// one by one, a program that forks without end could start new ones faster.
bool NativeServer::Wait::endAll() {
  llvm::consumeError(spec.sandbox->endAll());
  return false;
}

/// If the child has run for a while, tells the janitor process to kill the
/// child if the tool ends. The janitor is not told about short runs: most
/// children end sooner than it takes to tell the janitor.
void NativeServer::Wait::tellJanitor() const {
  if (server.listedChild == 0 && process != 0 && Clock::now() - begin > period)
    server.janitor.add(server.listedChild = process);
}

static bool isLimit(const Ending &ending, LimitReached::Kind kind) {
  const auto *limit = std::get_if<LimitReached>(&ending);
  return limit && limit->kind == kind;
}

bool NativeServer::Wait::look(bool isWanted) {
  continueIfStopped(server.childsParent());
  if (process == 0)
    process = server.child();
  tellJanitor();
  // The clock is read only once, so that all following checks agree on whether
  // the deadline has passed.
  bool isLate = Clock::now() >= deadline;
  if (isChildEnded)
    // The child was killed, and the server will report its end. But the program
    // may have stopped the server by a signal, so that no report comes. So the
    // tool waits for the report only until the deadline.
    return !isLate;
  // If `process` is 0, the process id of the child is not known yet, so the
  // child can't be ended.
  if (!isWanted && process != 0) {
    result.wasStopped = true;
    return endChild();
  }
  if (isLate)
    result.forced = TimedOut{};
  else
    result.forced =
        watch.excess(process, server.childsParent(), server.ownProcesses());
  if (!result.forced)
    return true;
  return isLimit(*result.forced, LimitReached::Kind::Processes) ? endAll()
                                                                : endChild();
}

llvm::Expected<ChildResult> NativeServer::awaitEnd(const LaunchSpec &spec,
                                                   uint32_t before,
                                                   Listener listener,
                                                   OnLoss onLoss) {
  Wait wait(*this, spec);
  for (;;) {
    bool isWanted = wait.isEnding() || listener();
    if (waitForReply(before, wait.untilNextLook()))
      break;
    if (reapSelectedIfEnded())
      return resultOfLoss(onLoss);
    if (!wait.look(isWanted)) {
      end();
      return wait.result;
    }
  }
  ChildResult result = readResult(spec, std::move(wait.result));
  // If a run has written too much to files, its server is ended, too. A server
  // that lives on could keep the file system of the run in use, and the space
  // of that file system would not be freed.
  if (result.forced &&
      isLimit(*result.forced, LimitReached::Kind::WrittenBytes))
    end();
  return result;
}

CrashedThread NativeServer::readSignal(int signal) const {
  static_assert(native::crashStackSize == crashStackSize);
  const native::SignalRecord &record = controlPage->signal;
  CrashedThread thread;
  thread.signal = signal;
  thread.code = record.code;
  thread.faultAddress = record.faultAddress;
  llvm::copy(record.registers.value, thread.registers.begin());
  thread.pc = record.registers.pc;
  auto stack = crashStack.take_front(record.stackBytes);
  thread.stack.assign(stack.begin(), stack.end());
  return thread;
}

/// Completes `result` with what the server reports about the run that has
/// ended.
ChildResult NativeServer::readResult(const LaunchSpec &spec,
                                     ChildResult result) const {
  result.status = static_cast<int>(controlPage->status);
  if (controlPage->hasSignal && WIFSIGNALED(result.status))
    result.crash = readSignal(WTERMSIG(result.status));
  result.processorMicroseconds = controlPage->processorMicroseconds;
  result.state = *runState;
  result.live = *liveState;
  if (controlPage->hasTooManyProcesses)
    result.forced = LimitReached{LimitReached::Kind::Processes};
  else if (auto limit = exceededFileLimit(spec))
    result.forced = LimitReached{*limit};
  if (spec.sandbox && !result.wasStopped && controlPage->hasLeftovers == 0)
    spec.sandbox->noteNothingShared();
  return result;
}

bool NativeServer::waitForReply(uint32_t before,
                                std::chrono::nanoseconds limit) const {
  if (load(controlPage->reply) != before)
    return true;
  if (limit <= 0ns)
    return false;
  timespec timeout{limit / 1s, (limit % 1s).count()};
  ::syscall(SYS_futex, &controlPage->reply, FUTEX_WAIT, before, &timeout,
            nullptr, 0);
  return load(controlPage->reply) != before;
}

unsigned NativeServer::ownProcesses() const {
  auto isMade = [](pid_t checkpoint) { return checkpoint != 0; };
  return 1 + static_cast<unsigned>(llvm::count_if(checkpoints, isMade));
}

pid_t NativeServer::child() const {
  auto number = static_cast<pid_t>(load(controlPage->child));
  if (number <= 1 || !isSandboxed)
    return number;
  return outsideProcessId(number, childsParent());
}

void NativeServer::killChild() {
  pid_t process = child();
  if (process <= 1)
    return;
  // The child may have ended, and its process id may belong to another process
  // now. The check of the parent excludes this.
  std::optional<ProcessStatus> status = readStatus(process);
  if (!status || status->parent != childsParent())
    return;
  ::kill(-process, SIGKILL);
  ::kill(process, SIGKILL);
}

/// Returns an error for a child that failed before it began to execute the
/// program. The error names the system call that failed.
llvm::Error NativeServer::failureOf(const LaunchSpec &spec) const {
  std::string reason =
      llvm::sys::StrError(static_cast<int>(controlPage->failure));
  switch (controlPage->failedCall) {
  case SYS_chdir:
    return llvm::make_error<UsageError>("can't start " + spec.program + " in " +
                                        spec.workingDirectory + ": " + reason);
  case SYS_openat:
    return llvm::make_error<UsageError>("can't start " + spec.program +
                                        " with its standard files (input " +
                                        spec.standardInput + "): " + reason);
  default:
    return llvm::make_error<EngineError>(
        "can't start a run of " + spec.program + ": " + reason +
        " (system call " + llvm::Twine(controlPage->failedCall) + ")");
  }
}

// Checkpoints

llvm::Expected<pid_t> NativeServer::makeCheckpoint(uint32_t slot,
                                                   const LaunchSpec &spec) {
  select(slot);
  uint32_t firstReply = load(controlPage->reply);
  select(0);
  if (llvm::Error error = writeRequest(spec, slot))
    return error;
  controlPage->slot = slot;
  if (spec.sandbox)
    spec.sandbox->nameNextProcessIfAsked(Sandbox::NextProcess::Checkpoint);
  uint32_t before = load(controlPage->reply);
  send(native::Command::MakeCheckpoint);
  llvm::Expected<ChildResult> result =
      awaitEnd(spec, before, [] { return true; }, OnLoss::Fail);
  if (listedChild != 0)
    janitor.remove(std::exchange(listedChild, 0));
  if (!result)
    return result.takeError();
  if (pid == 0 || controlPage->failure != 0 || !controlPage->isServer)
    return 0;
  checkpoints[slot] = child();
  select(slot);
  // The server that the checkpoint has become sends its first reply as soon as
  // it is ready.
  if (waitForReply(firstReply, killLimit))
    return checkpoints[slot];
  dropCheckpoint(slot);
  return 0;
}

void NativeServer::dropCheckpoint(uint32_t slot) {
  // The checkpoint's process is a child of the first server. When it ends, that
  // server reaps it, so the tool need not do so.
  if (checkpoints[slot] > 1)
    ::kill(std::exchange(checkpoints[slot], 0), SIGKILL);
}

// The end

bool NativeServer::reapSelectedIfEnded() {
  return reapIfEnded() || (selected != 0 && hasEnded(checkpoints[selected]));
}

bool NativeServer::reapIfEnded() {
  if (pid == 0)
    return true;
  pid_t ended = ::waitpid(pid, &lastStatus, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR))
    return false;
  janitor.remove(std::exchange(pid, 0));
  return true;
}

llvm::Expected<ChildResult> NativeServer::resultOfLoss(OnLoss onLoss) const {
  // A server traces its child. So when the server has ended, the child has
  // ended, too. But processes that the child has started may still run.
  if (pid_t process = child(); process > 1)
    ::kill(-process, SIGKILL);
  if (onLoss == OnLoss::Fail || selected != 0)
    return llvm::make_error<ServerLost>();
  ChildResult result;
  result.status = WIFSIGNALED(lastStatus) ? lastStatus : SIGKILL;
  result.state = *runState;
  result.live = *liveState;
  return result;
}

void NativeServer::end() {
  if (pid == 0)
    return;
  killChild();
  ::kill(-pid, SIGKILL);
  while (::waitpid(pid, &lastStatus, 0) < 0 && errno == EINTR)
    ;
  janitor.remove(std::exchange(pid, 0));
}
