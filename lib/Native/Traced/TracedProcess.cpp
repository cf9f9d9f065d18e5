// Controls the threads of a process by ptrace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traced/TracedProcess.h"
#include "Server/RuntimeImage.h"
#include "pinstripe/Execution/CrashFlush.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Support/Deadline.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <csignal>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

// Start and end

llvm::Expected<std::unique_ptr<TracedProcess>>
TracedProcess::create(std::unique_ptr<TracedLaunch> launch,
                      const TracedTools &tools) {
  std::unique_ptr<TracedProcess> process(
      new TracedProcess(std::move(launch), tools));
  if (llvm::Error error = process->takeControl(tools.table, tools.symbols))
    return process->launch->explain(std::move(error));
  return process;
}

llvm::Error TracedProcess::takeControl(const UnitTable &table,
                                       SymbolCache &symbols) {
  if (llvm::Error error = LoadedModules::find(table, pid).moveInto(loaded))
    return error;
  if (llvm::Error error =
          inner ? NativeServer::mapRuntime(*launch, inner->memory())
                : displace(table))
    return error;
  if (llvm::Error error = launch->handOver(TracedLaunch::followOptions))
    return error;
  for (pid_t thread : threadsOf(pid)) {
    TracedThread added(thread);
    added.isStopped = thread == pid;
    // A library has started the other threads before the program's entry point.
    // They are not traced yet.
    if (thread != pid && ::ptrace(PTRACE_SEIZE, thread, nullptr,
                                  TracedLaunch::followOptions) != 0)
      continue;
    all.push_back(added);
  }
  LoadedSymbols inProcess(symbols, launch->mappings(), processMemory);
  auto program = symbols.module(table.programPath());
  if (!program)
    return program.takeError();
  auto addressOf = [&](llvm::StringRef name) -> uint64_t {
    if (std::optional<uint64_t> address = inProcess.findExported(name))
      return *address;
    // A static program contains libc.
    auto symbol = (*program)->findGlobal(name);
    return symbol && (*program)->isStatic()
               ? symbol->address + loaded[ModuleId()].bias
               : 0;
  };
  functions = {addressOf("exit"), addressOf("clock_nanosleep"),
               addressOf("sched_yield"), addressOf("pthread_exit"),
               addressOf("fflush")};
  if (inner) {
    functions.exit = 0; // has a hook
    return enterRuntime();
  }
  if (functions.exit != 0 && !breakpoints.add(functions.exit))
    return llvm::make_error<EngineError>("can't write to the code of libc");
  return llvm::Error::success();
}

/// Lets the runtime, the tool's code in the process, write the hooks into the
/// program. The process then stands at the program's entry point again.
llvm::Error TracedProcess::enterRuntime() {
  TracedThread &first = all.front();
  first.goTo(runtimeHeader().bootstrap);
  first.goOn();
  int status = 0;
  while (::waitpid(pid, &status, __WALL) < 0)
    if (errno != EINTR)
      break;
  first.isStopped = true;
  if (llvm::Error error = inner->begin(pid))
    return error;
  if (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP &&
      first.readPC() == runtimeHeader().checkpointReached)
    return llvm::Error::success();
  return llvm::make_error<EngineError>(
      "the program under test has ended while it was prepared");
}

/// Returns the table addresses of the hooks of all recordings of this kind.
std::vector<uint64_t>
TracedProcess::hookAddresses(const UnitTable &table) const {
  if (!instructions)
    return HookMap(table).forRecording();
  std::vector<uint64_t> addresses;
  for (uint64_t address : instructions->addresses())
    if (std::optional<uint64_t> its = loaded.toTable(address))
      addresses.push_back(*its);
  return addresses;
}

/// Maps the copies of the instructions at hooks into the process. If they can't
/// be mapped, runs are slower. If instructions are recorded, that is an error:
/// a `rep` instruction would then come to its hook for each of its elements.
llvm::Error TracedProcess::displace(const UnitTable &table) {
  if (!displaced) {
    auto readCode = [&](uint64_t address) {
      constexpr size_t longestInstruction = 15;
      std::vector<uint8_t> code(longestInstruction);
      while (!code.empty() &&
             !processMemory.read(loaded.toRunTime(address), code))
        code.pop_back();
      return code;
    };
    if (llvm::Error error =
            DisplacedCode::create(hookAddresses(table), readCode)
                .moveInto(displaced))
      return error;
  }
  if (displaced->isEmpty())
    return llvm::Error::success();
  llvm::Expected<int64_t> result = launch->systemCall(
      SYS_mmap, {DisplacedCode::place, displaced->size(), PROT_READ | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
                 static_cast<uint64_t>(-1), 0});
  if (!result)
    return result.takeError();
  hasCopies = static_cast<uint64_t>(*result) == DisplacedCode::place &&
              processMemory.write(DisplacedCode::place,
                                  displaced->image([&](uint64_t address) {
                                    return loaded.toRunTime(address);
                                  }));
  if (instructions && !hasCopies)
    return llvm::make_error<EngineError>(
        "can't map memory into the program to record its instructions");
  return llvm::Error::success();
}

uint64_t TracedProcess::originOf(uint64_t pc) const {
  if (inner)
    return inner->originOf(pc);
  if (hasCopies && pc >= DisplacedCode::place)
    if (auto original = displaced->originalOf(pc - DisplacedCode::place))
      return *original;
  return loaded.toTable(pc).value_or(pc);
}

/// Returns an error if registers could not be written.
static llvm::Error written(bool isWritten) {
  if (isWritten)
    return llvm::Error::success();
  return llvm::make_error<EngineError>(
      "can't access the registers of the program: " + llvm::sys::StrError());
}

/// Lets a thread that has stopped at a hook go on in the runtime, the tool's
/// code in the process. See InnerHooks::enter.
llvm::Error TracedProcess::passInside(TracedThread &thread, uint64_t target) {
  TracedThread *last = find(inner->lastOwner());
  if (last && last != &thread)
    stepOutside(*last);
  return inner->enter(thread, target, limits);
}

llvm::Error TracedProcess::pass(uint64_t thread, uint64_t tableAddress) {
  TracedThread *found = find(thread);
  if (found && inner)
    return passInside(*found, runTimeAddressOf(tableAddress));
  return found ? passStop(*found, tableAddress) : written(false);
}

/// Lets a thread that has stopped at a hook execute the instruction there.
llvm::Error TracedProcess::passStop(TracedThread &thread,
                                    uint64_t tableAddress) {
  if (instructions)
    instructions->leaveHook(thread);
  std::optional<uint64_t> offset;
  if (hasCopies)
    offset = displaced->offsetOf(tableAddress);
  return written(thread.goTo(offset ? DisplacedCode::place + *offset
                                    : runTimeAddressOf(tableAddress)));
}

llvm::Error TracedProcess::setHooks(llvm::ArrayRef<uint64_t> addresses) {
  for (uint64_t address : addresses)
    if (!breakpoints.add(loaded.toRunTime(address)))
      return llvm::make_error<EngineError>(
          "can't write to the code of the program");
  if (instructions)
    for (uint64_t address : instructions->addresses())
      if (!breakpoints.add(address))
        return llvm::make_error<EngineError>(
            "can't write to the code of the program");
  return llvm::Error::success();
}

TracedProcess::~TracedProcess() {
  ticker.set(std::nullopt);
  isStopping = true; // no thread goes on any more
  if (!end)
    ::kill(pid, SIGKILL);
  while (!end && await())
    ;
  launch->forget();
  endChildren();
}

/// Kills the child processes, and waits for their end. Does not wait for ever:
/// a thread of a child has no end of its own if another thread calls exec.
void TracedProcess::endChildren() {
  Deadline deadline = Deadline::after(1);
  while (!children.empty() && !deadline.hasPassed()) {
    for (pid_t child : std::vector(children.begin(), children.end())) {
      ::kill(child, SIGKILL);
      int status = 0;
      pid_t found = ::waitpid(child, &status, __WALL | WNOHANG);
      if (found < 0 || (found > 0 && !WIFSTOPPED(status)))
        children.erase(child);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

/// Marks a thread as ended. It stays in the list until the next stop, since the
/// list may be in use.
void TracedProcess::forget(pid_t id) {
  TracedThread *thread = find(static_cast<uint64_t>(id));
  if (!thread)
    return;
  thread->noteEnd();
  if (inner)
    inner->noteEnd(thread->number());
  if (instructions)
    instructions->noteEnd(thread->number());
  if (metronome == static_cast<uint64_t>(id))
    (void)endMetronome();
}

// Threads and registers

TracedThread *TracedProcess::find(uint64_t id) {
  auto found = llvm::find_if(all, [&](const TracedThread &each) {
    return each.number() == id && !each.hasEnded;
  });
  return found == all.end() ? nullptr : &*found;
}

std::vector<uint64_t> TracedProcess::threads() {
  std::vector<uint64_t> ids;
  for (const TracedThread &each : all)
    ids.push_back(each.number());
  return ids;
}

std::string TracedProcess::threadFile(uint64_t thread, llvm::StringRef name) {
  return readProcessFile(static_cast<pid_t>(thread), name);
}

bool TracedProcess::isAtBreakpoint(uint64_t thread) {
  TracedThread *found = find(thread);
  return found && found->isAtBreakpoint;
}

void TracedProcess::suspend(uint64_t thread, bool isSuspended) {
  if (TracedThread *found = find(thread))
    found->isSuspended = isSuspended;
}

uint64_t TracedProcess::readRegister(uint64_t thread, GeneralRegister number) {
  TracedThread *found = find(thread);
  return found ? found->readRegister(number) : 0;
}

uint64_t TracedProcess::readFlags(uint64_t thread) {
  TracedThread *found = find(thread);
  return found ? found->readFlags() : 0;
}

uint64_t TracedProcess::readPC(uint64_t thread) {
  TracedThread *found = find(thread);
  return found ? found->readPC() : 0;
}

llvm::Error TracedProcess::writeRegister(uint64_t thread,
                                         GeneralRegister number,
                                         uint64_t value) {
  TracedThread *found = find(thread);
  return written(found && found->writeRegister(number, value));
}

llvm::Error TracedProcess::writeFlags(uint64_t thread, uint64_t value) {
  TracedThread *found = find(thread);
  return written(found && found->writeFlags(value));
}

llvm::Error TracedProcess::writeVectorRegister(uint64_t thread, unsigned number,
                                               uint64_t half) {
  TracedThread *found = find(thread);
  return written(found && found->writeVectorRegister(number, half));
}

llvm::Error TracedProcess::goTo(uint64_t thread, uint64_t address) {
  TracedThread *found = find(thread);
  return written(found && found->goTo(address));
}

// The metronome

bool TracedProcess::beginMetronome(uint64_t thread, const InterruptedCall *,
                                   uint64_t microseconds) {
  setThreadBreakpoints();
  metronome = thread;
  return continueMetronome(microseconds);
}

bool TracedProcess::continueMetronome(uint64_t microseconds) {
  ticker.set(Ticker::Clock::now() + std::chrono::microseconds(microseconds));
  return true;
}

bool TracedProcess::endMetronome() {
  metronome = 0;
  ticker.set(std::nullopt);
  return true;
}

/// Sets the breakpoints that only a program with several threads needs. If one
/// of them can't be set, the threads take their turns without it.
void TracedProcess::setThreadBreakpoints() {
  if (hasTurns)
    return;
  hasTurns = true;
  for (uint64_t address : {functions.sleep, functions.yield, functions.leave})
    if (address != 0)
      (void)breakpoints.add(address);
}

// How the process goes on

HookedStop TracedProcess::resume(HookListener &listener) {
  for (;;) {
    goOn();
    bool hasTicked = !awaitStop();
    stopAll();
    if (end)
      return *end;
    if (std::optional<HookedStop> stop = deal(listener))
      return *stop;
    if (hasTicked && metronome != 0 && listener.onTick(metronome))
      return {HookedStop::Kind::Requested};
  }
}

/// Lets all threads go on that are not suspended. Those that are at a
/// breakpoint first execute the instruction there, while the others stand
/// still.
void TracedProcess::goOn() {
  if (inner)
    limitOwner();
  auto mayGoOn = [&](const TracedThread &each) {
    return each.isStopped && !each.isSuspended && each.number() != metronome;
  };
  for (TracedThread &each : all)
    if (mayGoOn(each) && each.isAtBreakpoint)
      stepOver(each);
  if (llvm::any_of(all,
                   [](const TracedThread &each) { return each.isPending; }))
    return;
  for (TracedThread &each : all)
    if (mayGoOn(each))
      each.goOn();
}

/// The thread that passes hooks by itself may do so only as long as all others
/// stand still. Otherwise its limits may be out of date.
void TracedProcess::limitOwner() {
  TracedThread *owner = find(inner->lastOwner());
  bool isAlone = llvm::none_of(all, [&](const TracedThread &each) {
    return &each != owner && !each.isSuspended && each.number() != metronome;
  });
  if (owner && isAlone && !owner->isSuspended)
    return;
  if (owner && owner->isSuspended)
    stepOutside(*owner);
  inner->leave();
}

TurnProgress TracedProcess::takeProgress(PassedHookListener listener) {
  if (!inner)
    return {};
  TracedThread *owner = find(inner->lastOwner());
  return inner->takeProgress(owner && inner->isInside(*owner), listener);
}

/// Returns whether the instruction that a thread executes can itself have
/// raised this signal.
static bool isOfInstruction(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL ||
         signal == SIGFPE;
}

/// Makes a stopped thread execute the instruction at a breakpoint, if there is
/// one at its program counter.
void TracedProcess::stepOver(TracedThread &thread) {
  uint64_t pc = thread.readPC();
  if (!breakpoints.isAt(pc) || !breakpoints.lift(pc))
    return;
  (void)stepOnce(thread, breakpoints.isAtTrap(pc));
  if (!end && !thread.hasEnded)
    (void)breakpoints.putBack(pc);
}

/// Makes a stopped thread execute one instruction, which is an int3 of the
/// program if `isAtTrap` is true. Returns false if the instruction has raised a
/// signal, or the thread or the process has ended.
bool TracedProcess::stepOnce(TracedThread &thread, bool isAtTrap) {
  // A signal that is sent again before the instruction was executed would keep
  // it from being executed.
  std::vector<int> later;
  auto sendLater = llvm::make_scope_exit([&] {
    for (int signal : later)
      thread.send(pid, signal);
  });
  for (;;) {
    int status = 0;
    thread.step();
    // The other threads stand still, but somebody may kill them.
    for (;;) {
      pid_t found = ::waitpid(-1, &status, __WALL | __WNOTHREAD);
      if (found == thread.id())
        break;
      if (found > 0)
        handle(found, status);
      else if (errno != EINTR)
        return false;
      if (end)
        return false;
    }
    if (!WIFSTOPPED(status)) {
      handleEnd(thread, status);
      return false;
    }
    int signal = WSTOPSIG(status);
    if ((signal == SIGTRAP && !isAtTrap) ||
        (inner && inner->recover(thread, signal)))
      return true;
    if (isOfInstruction(signal) || signal == SIGTRAP) {
      noteSignal(thread, signal);
      return false;
    }
    // Another process, or another thread, has sent the signal. The thread gets
    // it after the instruction.
    if (signal == SIGSTOP && thread.isOurStop(ticker.take(thread.id())))
      continue;
    if (thread.signal == 0)
      noteSignal(thread, signal);
    else
      later.push_back(signal);
  }
}

/// If the stopped thread may be using the runtime, the tool's code in the
/// process, makes it execute instructions until it has left the runtime.
void TracedProcess::stepOutside(TracedThread &thread) {
  if (!inner || thread.number() != inner->lastOwner() || thread.isFatal ||
      isOfInstruction(thread.signal))
    return;
  while (inner->isInside(thread) && stepOnce(thread, /*isAtTrap=*/false))
    ;
}

// How the process stops

/// Waits until the engine has to deal with a thread, or the process has ended.
/// Returns false if the time of the metronome is over before.
bool TracedProcess::awaitStop() {
  auto isPending = [](const TracedThread &each) { return each.isPending; };
  auto unwatch = llvm::make_scope_exit([this] { ticker.unwatch(); });
  while (!end && llvm::none_of(all, isPending)) {
    auto running = llvm::find_if(
        all, [](const TracedThread &each) { return !each.isStopped; });
    if (running == all.end() && metronome != 0) {
      // The thread that had the turn has ended. The next one gets its turn when
      // the time of the metronome is over.
      ticker.sleep();
      return false;
    }
    if (metronome != 0 && !ticker.watch(pid, running->id()))
      return false;
    if (!await())
      end = {HookedStop::Kind::Signalled, SIGKILL};
  }
  return true;
}

/// Waits until something happens to a thread or child process of the program,
/// and handles it. Returns false if there is none.
bool TracedProcess::await() {
  int status = 0;
  // __WNOTHREAD leaves out what other threads of the tool have started.
  pid_t found = ::waitpid(-1, &status, __WALL | __WNOTHREAD);
  if (found > 0)
    handle(found, status);
  return found > 0 || errno == EINTR;
}

/// Handles what waitpid has told of a thread or process.
void TracedProcess::handle(pid_t id, int status) {
  TracedThread *thread = find(static_cast<uint64_t>(id));
  if (!thread && WIFSTOPPED(status) && !children.contains(id)) {
    // The kernel tells of a new thread or child before its creator.
    addNew(id);
    thread = find(static_cast<uint64_t>(id));
  }
  if (thread)
    handle(*thread, status);
  else
    handleChild(id, status);
}

void TracedProcess::handle(TracedThread &thread, int status) {
  if (!WIFSTOPPED(status)) {
    handleEnd(thread, status);
    return;
  }
  thread.isStopped = true;
  int signal = WSTOPSIG(status), event = status >> 16;
  if (thread.isNew)
    thread.isNew = false;
  else if (event != 0)
    handleEvent(thread, event);
  else if (signal != SIGSTOP || !thread.isOurStop(ticker.take(thread.id())))
    handleSignal(thread, signal);
  if (thread.isPending || isStopping)
    return;
  if (thread.signal != 0)
    stepOutside(thread);
  thread.goOn();
}

void TracedProcess::handleEnd(TracedThread &thread, int status) {
  if (thread.id() == pid)
    end = WIFSIGNALED(status)
              ? HookedStop{HookedStop::Kind::Signalled, WTERMSIG(status)}
              : HookedStop{HookedStop::Kind::Exited, WEXITSTATUS(status)};
  forget(thread.id());
}

void TracedProcess::handleEvent(TracedThread &thread, int event) {
  unsigned long created = 0;
  switch (event) {
  case PTRACE_EVENT_CLONE:
  case PTRACE_EVENT_FORK:
  case PTRACE_EVENT_VFORK:
    if (::ptrace(PTRACE_GETEVENTMSG, thread.id(), nullptr, &created) != 0)
      break;
    addNew(static_cast<pid_t>(created));
    if (instructions && find(created))
      instructions->noteCreation(thread.number(), created);
    break;
  case PTRACE_EVENT_VFORK_DONE:
    breakpoints.putAllBack();
    if (inner)
      inner->putBack();
    break;
  case PTRACE_EVENT_EXEC:
    replace(thread);
    break;
  default:
    break;
  }
}

/// Called when exec has replaced the program by another one, which has no
/// hooks. All other threads have ended without a word. The thread that has
/// called exec has got the id of the first one, `thread`.
void TracedProcess::replace(TracedThread &thread) {
  breakpoints.forgetAll();
  isReplaced = true;
  inner = nullptr;
  instructions = nullptr;
  (void)endMetronome();
  for (TracedThread &each : all)
    if (&each != &thread)
      forget(each.id());
  thread.restart();
}

/// Returns whether `thread` is a thread of the process `process`.
static bool isThreadOf(pid_t process, pid_t thread) {
  return llvm::is_contained(threadsOf(process), thread);
}

/// Adds a thread or child process that has just been created.
void TracedProcess::addNew(pid_t id) {
  if (find(static_cast<uint64_t>(id)) || children.contains(id))
    return;
  if (!isThreadOf(pid, id)) {
    children.insert(id);
    // Child processes are not recorded, so the int3 instructions are removed
    // from a child's memory. The child has copies of them; after vfork, it
    // shares them with its parent. A child of a child may be another program.
    std::optional<ProcessStatus> status = readStatus(id);
    if (status && status->parent == pid) {
      breakpoints.removeAllFrom(ProcessMemory(id));
      if (inner)
        inner->removeFrom(ProcessMemory(id));
    }
    return;
  }
  // The thread that has the turn stops at its next hook, so that the new one
  // comes to its first hook.
  if (inner)
    inner->leave();
  TracedThread added(id);
  added.isNew = true;
  all.push_back(added);
}

/// Handles what has happened to a child process of the program, which runs
/// without hooks.
void TracedProcess::handleChild(pid_t child, int status) {
  if (!WIFSTOPPED(status)) {
    children.erase(child);
    return;
  }
  int signal = WSTOPSIG(status), event = status >> 16;
  // The kernel stops each new thread and process by SIGSTOP.
  bool isOwn = event != 0 || signal == SIGSTOP;
  ::ptrace(PTRACE_CONT, child, nullptr, isOwn ? 0 : signal);
}

void TracedProcess::handleSignal(TracedThread &thread, int signal) {
  if (inner && signal == SIGTRAP && inner->stopAtHook(thread)) {
    thread.isPending = true;
    return;
  }
  if (inner && inner->recover(thread, signal))
    return;
  uint64_t pc = signal == SIGTRAP && !isReplaced ? thread.readPC() : 0;
  if (pc != 0 && breakpoints.isAt(pc - 1)) {
    thread.noteBreakpoint();
    return;
  }
  noteSignal(thread, signal);
}

/// Called when a signal has come to a thread, which is not from a breakpoint of
/// the tool.
void TracedProcess::noteSignal(TracedThread &thread, int signal) {
  thread.signal = signal;
  std::optional<ProcessStatus> status = readStatus(pid);
  thread.isFatal = !isReplaced && endsByDefault(signal) && status &&
                   !status->catches(signal) && !status->ignores(signal);
  thread.isPending = thread.isFatal;
  if (signal != SIGTRAP || !thread.isFatal)
    return;
  // After an int3 of the program, the crash is said to be at the int3.
  constexpr uint8_t trap = 0xcc;
  uint8_t before = 0;
  if (processMemory.read(thread.readPC() - 1, before) && before == trap)
    thread.showBefore();
}

/// Stops all threads that run.
void TracedProcess::stopAll() {
  isStopping = true;
  for (TracedThread &each : all)
    if (!each.isStopped && !each.isNew)
      each.stop(pid);
  auto isRunning = [](const TracedThread &each) { return !each.isStopped; };
  // A thread that has called vfork stops only when its child has called exec.
  while (!end && llvm::any_of(all, isRunning))
    if (!await())
      end = {HookedStop::Kind::Signalled, SIGKILL};
  isStopping = false;
  all.remove_if([](const TracedThread &each) { return each.hasEnded; });
}

/// Tells the listener of all threads that have come to a breakpoint. Returns
/// why the process must stop; nullopt if it is to go on.
std::optional<HookedStop> TracedProcess::deal(HookListener &listener) {
  bool isToStop = false;
  for (uint64_t id : threads()) {
    TracedThread *thread = find(id);
    if (!thread || !thread->isPending || thread->isFatal)
      continue;
    thread->isPending = false;
    isToStop |= tell(listener, *thread);
  }
  if (isToStop)
    return HookedStop{HookedStop::Kind::Requested};
  for (const TracedThread &each : all)
    if (each.isPending)
      return HookedStop{HookedStop::Kind::Signalled, each.signal,
                        each.number()};
  return std::nullopt;
}

/// Tells the listener of a thread that has come to a breakpoint. Returns
/// whether the process must stop.
bool TracedProcess::tell(HookListener &listener, TracedThread &thread) {
  uint64_t id = thread.number();
  uint64_t pc = thread.readPC();
  if (inner && inner->isAtExitFunction(thread)) {
    // The hook is after all others that the thread has passed. In a partial
    // execution, it tells the runtime.
    listener.onExitFunction(id);
    limits.reset();
    // An error here only means that the process was killed.
    llvm::consumeError(passInside(thread, /*target=*/0));
    return false;
  }
  if (pc == functions.exit) {
    listener.onExitFunction(id);
    if (instructions)
      instructions->leaveHook(thread);
    return false;
  }
  if (instructions && instructions->isOfInstructionsOnly(pc)) {
    llvm::consumeError(passStop(thread, originOf(pc))); // only if killed
    return false;
  }
  if (pc == functions.sleep)
    return hasTurns && listener.onSleep(id);
  if (pc == functions.yield)
    return hasTurns && listener.onYield(id);
  if (pc == functions.leave)
    return hasTurns && listener.onLeave(id);
  return listener.onHook(originOf(pc), id);
}

// Crashes

SignalDetails TracedProcess::signalDetails(uint64_t thread) const {
  siginfo_t info{};
  if (::ptrace(PTRACE_GETSIGINFO, static_cast<pid_t>(thread), nullptr, &info) !=
      0)
    return {};
  return {info.si_code, reinterpret_cast<uint64_t>(info.si_addr)};
}

int TracedProcess::flushOutput(const HookedStop &stop) {
  TracedThread *thread = find(stop.thread);
  // Only the first thread of the program can call fflush.
  if (!thread || thread->id() != pid || functions.flush == 0 ||
      !prepareFlush(*this, stop.thread, functions.flush))
    return stop.value;
  thread->signal = 0;
  thread->isPending = thread->isFatal = false;
  for (TracedThread &each : all)
    each.isSuspended = each.id() != pid;
  (void)endMetronome();
  for (;;) {
    goOn();
    awaitStop();
    stopAll();
    if (end)
      return 0;
    if (thread->isFatal)
      return thread->signal;
    thread->isPending = false;
  }
}
