// Controls the program under LLDB: breakpoints, and what each stop means.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBSession.h"
#include "LLDB/LLDBError.h"
#include "LLDB/LLDBInitialisation.h"
#include "LLDB/LLDBPreparation.h"
#include "LLDB/LLDBRegisters.h"
#include "pinstripe/Execution/CrashFlush.h"
#include "pinstripe/Program/Registers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/ScopeExit.h"
#include <array>
#include <csignal>
#include <mutex>
#include <unistd.h>

using namespace pinstripe;

/// How long to wait for lldb-server's report that the program has ended, after
/// the program's time is up and the program was killed.
static constexpr std::chrono::seconds answerLimit(10);

llvm::Expected<std::unique_ptr<LLDBSession>>
LLDBSession::create(const UnitTable &table) {
  initialiseLLDB();
  std::unique_ptr<LLDBSession> session(new LLDBSession(table));
  if (llvm::Error error = session->createDebugger())
    return error;
  if (llvm::Error error = session->openTarget())
    return error;
  return session;
}

llvm::Expected<std::unique_ptr<LLDBSession>>
LLDBSession::createIn(lldb::SBDebugger debugger, const UnitTable &table) {
  std::unique_ptr<LLDBSession> session(new LLDBSession(table));
  if (llvm::Error error = session->adoptDebugger(debugger))
    return error;
  return session;
}

llvm::Error LLDBSession::applySetting(const std::string &setting) {
  lldb::SBCommandReturnObject result;
  debugger.GetCommandInterpreter().HandleCommand(
      ("settings set " + setting).c_str(), result);
  if (!result.Succeeded())
    return llvm::make_error<EngineError>("LLDB rejects: settings set " +
                                         setting + ": " + result.GetError());
  return llvm::Error::success();
}

llvm::Error LLDBSession::createDebugger() {
  debugger = lldb::SBDebugger::Create(/*source_init_files=*/false);
  if (!debugger.IsValid())
    return llvm::make_error<EngineError>("LLDB can't create a debugger");
  debugger.SetAsync(false);
  debugger.SetScriptLanguage(lldb::eScriptLanguageNone);
  for (const char *setting :
       {// The search for separate debug files takes 110 ms at the first launch.
        "symbols.enable-external-lookup false", "target.preload-symbols false",
        // By default, LLDB sets a breakpoint on a function, such as libc's
        // exit, after the function's prologue. It has to be at the first
        // instruction, where rsp is known.
        "target.skip-prologue false", "target.inherit-env false",
        "target.disable-aslr true", "target.process.stop-on-exec true",
        "target.process.follow-fork-mode parent",
        "plugin.jit-loader.gdb.enable off",
        // On a machine that swaps, lldb-server sometimes needs a long time to
        // start. So LLDB waits for an answer for up to 60 s.
        "plugin.process.gdb-remote.packet-timeout 60"})
    if (llvm::Error error = applySetting(setting))
      return error;
  return llvm::Error::success();
}

/// Makes a target in a user's debugger. Does not change the settings of this
/// debugger.
llvm::Error LLDBSession::adoptDebugger(lldb::SBDebugger users) {
  debugger = users;
  isUsers = true;
  debuggee.reportTo(users);
  displaced = DisplacedCode::metronomeOnly();
  if (llvm::Error error = openTarget())
    return error;
  debugger.SetSelectedTarget(target);
  return llvm::Error::success();
}

/// Hides a breakpoint of this session from the user's list of breakpoints. The
/// breakpoint also stays if the user deletes or disables all breakpoints.
void LLDBSession::hideBreakpoint(lldb::SBBreakpoint &breakpoint) {
  if (!isUsers)
    return;
  lldb::SBBreakpointName permissions(target, breakpointName);
  permissions.SetAllowList(false);
  permissions.SetAllowDelete(false);
  permissions.SetAllowDisable(false);
  breakpoint.AddName(breakpointName);
  ++namedBreakpoints;
}

llvm::Error LLDBSession::openTarget() {
  const std::string &path = table.programPath();
  lldb::SBError error;
  target = debugger.CreateTarget(path.c_str(), nullptr, nullptr,
                                 /*add_dependent_modules=*/false, error);
  if (!target.IsValid())
    return toError(error, "LLDB can't load " + path);
  if (llvm::Error failure = addModules())
    return failure;
  lldb::SBAddress entry = modules.front().GetObjectFileEntryPointAddress();
  if (!entry.IsValid())
    return llvm::make_error<TargetError>(path + ": no entry point");
  entryBreakpoint = target.BreakpointCreateBySBAddress(entry);
  hideBreakpoint(entryBreakpoint);
  staticProgram = !modules.front().FindSection(".interp").IsValid();
  if (!isUsers)
    createEndBreakpoints();
  return llvm::Error::success();
}

llvm::Error LLDBSession::addModules() {
  modules.push_back(target.GetModuleAtIndex(0));
  for (const TracedModule &library : llvm::drop_begin(table.modules)) {
    modules.push_back(target.AddModule(library.path.c_str(), /*triple=*/nullptr,
                                       /*uuid_cstr=*/nullptr));
    if (!modules.back().IsValid())
      return llvm::make_error<EngineError>("LLDB can't load " + library.path);
  }
  return llvm::Error::success();
}

/// Tells LLDB at which addresses the modules are. LLDB may think that a library
/// is not loaded: it knows libraries by the names that the dynamic loader has
/// used, which may be symbolic links.
llvm::Error LLDBSession::placeModules() {
  if (llvm::Error error =
          LoadedModules::find(table, debuggee.id()).moveInto(loaded))
    return error;
  for (size_t i = 1; i < modules.size(); ++i) {
    if (modules[i].GetSectionAtIndex(0).GetLoadAddress(target) !=
        LLDB_INVALID_ADDRESS)
      continue;
    lldb::SBError error = target.SetModuleLoadAddress(
        modules[i], static_cast<int64_t>(loaded[ModuleId(i)].bias));
    if (error.Fail())
      return toError(error, "LLDB can't place " + table.modules[i].path);
  }
  return llvm::Error::success();
}

lldb::SBAddress LLDBSession::placeOf(uint64_t address) {
  return modules[static_cast<size_t>(table.moduleOf(address))]
      .ResolveFileAddress(table.fileAddress(address));
}

/// The file names of libc. In libc are the functions that end a program. The
/// first name is glibc's, the others are musl's. A static program contains its
/// own copy of libc.
static constexpr const char *libcNames[] = {"libc.so.6", "libc.so",
                                            "ld-musl-x86_64.so.1"};

void LLDBSession::createEndBreakpoints() {
  lldb::SBFileSpecList libraries;
  for (const char *name : libcNames)
    libraries.Append(lldb::SBFileSpec(name, /*resolve=*/false));
  if (staticProgram)
    libraries.Append(modules.front().GetFileSpec());
  lldb::SBFileSpecList anyUnit;
  exitBreakpoint = target.BreakpointCreateByName(
      "exit", lldb::eFunctionNameTypeFull, libraries, anyUnit);
  exitBreakpoint.SetCallback(onExitBreakpoint, this);
  endBreakpoint = target.BreakpointCreateByName(
      "_exit", lldb::eFunctionNameTypeFull, libraries, anyUnit);
  endBreakpoint.SetEnabled(false);
  flushBreakpoint = target.BreakpointCreateByName(
      "fflush", lldb::eFunctionNameTypeFull, libraries, anyUnit);
  flushBreakpoint.SetEnabled(false);
}

lldb::SBBreakpoint LLDBSession::createAt(uint64_t address,
                                         lldb::SBBreakpointHitCallback callback,
                                         void *baton) {
  lldb::SBBreakpoint breakpoint = target.BreakpointCreateByAddress(address);
  breakpoint.SetCallback(callback, baton);
  hideBreakpoint(breakpoint);
  return breakpoint;
}

// The breakpoint is set at the function's address, not on its name. For a
// breakpoint on a name, LLDB would tell the user each time it finds a function
// with this name.
lldb::SBBreakpoint LLDBSession::createAtFunction(
    const char *function, lldb::SBBreakpointHitCallback callback, void *baton) {
  lldb::SBModule libc = modules.front();
  for (const char *name : libcNames)
    if (!staticProgram)
      if (lldb::SBModule found =
              target.FindModule(lldb::SBFileSpec(name, /*resolve=*/false));
          found.IsValid())
        libc = found;
  lldb::SBAddress place =
      libc.FindSymbol(function, lldb::eSymbolTypeAny).GetStartAddress();
  lldb::SBBreakpoint breakpoint = target.BreakpointCreateBySBAddress(place);
  breakpoint.SetCallback(callback, baton);
  hideBreakpoint(breakpoint);
  return breakpoint;
}

/// Creates breakpoints at libc's exit and _exit. In a user's debugger, they
/// tell the session that the program ends.
void LLDBSession::createUsersEndBreakpoints() {
  exitBreakpoint = createAtFunction("exit", onExitBreakpoint, this);
  endBreakpoint = createAtFunction("_exit", onEndBreakpoint, this);
}

llvm::Error LLDBSession::launch(const LaunchSpec &spec,
                                const OutputFiles &outputs) {
  kill();
  // The code of the metronome (see ThreadTurns.h) is not mapped yet when the
  // program starts, so no breakpoint can be set in it.
  threadBreakpoints.disable();
  entryBreakpoint.SetEnabled(true);
  if (llvm::Error error = debuggee.start(target, spec, outputs))
    return error;
  entryBreakpoint.SetEnabled(false);
  if (isUsers && !exitBreakpoint.IsValid())
    createUsersEndBreakpoints();
  return debuggee.explainStart(prepare(spec), spec);
}

llvm::Error LLDBSession::prepare(const LaunchSpec &spec) {
  if (llvm::Error error = placeModules())
    return error;
  return prepareProcess(debuggee, spec, displaced, loaded)
      .moveInto(displacedBase);
}

void LLDBSession::kill() {
  debuggee.kill();
  displacedBase = 0;
}

LLDBSession::~LLDBSession() {
  kill();
  if (target.IsValid())
    debugger.DeleteTarget(target);
  if (!isUsers)
    lldb::SBDebugger::Destroy(debugger);
}

llvm::Error LLDBSession::setHooks(llvm::ArrayRef<uint64_t> addresses) {
  auto guard = debuggee.expectAnswers();
  llvm::DenseSet<uint64_t> wanted(addresses.begin(), addresses.end());
  for (auto &[address, breakpoint] : hooks)
    if (breakpoint.IsEnabled() != wanted.contains(address))
      breakpoint.SetEnabled(wanted.contains(address));
  for (uint64_t address : addresses) {
    if (hooks.contains(address))
      continue;
    lldb::SBAddress location = placeOf(address);
    lldb::SBBreakpoint breakpoint =
        target.BreakpointCreateBySBAddress(location);
    if (!location.IsValid() || !breakpoint.IsValid())
      return llvm::make_error<EngineError>(
          "no breakpoint possible at address 0x" +
          llvm::Twine::utohexstr(address));
    breakpoint.SetCallback(onBreakpoint, this);
    hideBreakpoint(breakpoint);
    hooks[address] = breakpoint;
  }
  return llvm::Error::success();
}

llvm::Error LLDBSession::displace(llvm::ArrayRef<uint64_t> addresses) {
  auto readCode = [this](uint64_t address) {
    std::vector<uint8_t> code(15);
    lldb::SBAddress place = placeOf(address);
    lldb::SBError error;
    // The code is read from the file, since breakpoints have changed the code
    // in the memory of a process.
    code.resize(target.ReadMemory(place, code.data(), code.size(), error));
    return code;
  };
  if (llvm::Error error =
          DisplacedCode::create(addresses, readCode).moveInto(displaced))
    return error;
  return llvm::Error::success();
}

uint64_t LLDBSession::landingOf(uint64_t address) const {
  if (displacedBase != 0)
    if (std::optional<uint64_t> offset = displaced.offsetOf(address))
      return displacedBase + *offset;
  return loaded.toRunTime(address);
}

std::vector<uint64_t> LLDBSession::threads() {
  lldb::SBProcess &process = debuggee.lldb();
  std::vector<uint64_t> ids;
  // LLDB lists the threads in order of creation.
  for (uint32_t i = 0, count = process.GetNumThreads(); i < count; ++i)
    ids.push_back(process.GetThreadAtIndex(i).GetThreadID());
  return ids;
}

void LLDBSession::suspend(uint64_t thread, bool isSuspended) {
  if (isSuspended)
    threadOf(thread).Suspend();
  else
    threadOf(thread).Resume();
}

uint64_t LLDBSession::readRegister(uint64_t thread, GeneralRegister number) {
  lldb::SBFrame frame = frameOf(thread);
  return pinstripe::readRegister(frame, registerName(dwarfNumber(number)));
}

uint64_t LLDBSession::readFlags(uint64_t thread) {
  lldb::SBFrame frame = frameOf(thread);
  return pinstripe::readRegister(frame, "rflags");
}

llvm::Error LLDBSession::writeRegister(uint64_t thread, GeneralRegister number,
                                       uint64_t value) {
  lldb::SBFrame frame = frameOf(thread);
  return pinstripe::writeRegister(frame, registerName(dwarfNumber(number)),
                                  value);
}

llvm::Error LLDBSession::writeFlags(uint64_t thread, uint64_t value) {
  lldb::SBFrame frame = frameOf(thread);
  return pinstripe::writeRegister(frame, "rflags", value);
}

llvm::Error LLDBSession::writeVectorRegister(uint64_t thread, unsigned number,
                                             uint64_t half) {
  lldb::SBFrame frame = frameOf(thread);
  return pinstripe::writeVectorRegister(frame, number == 0 ? "xmm0" : "xmm1",
                                        half);
}

// There may be a breakpoint at the new address, but the thread does not hit it:
// LLDB silently steps over the breakpoint.
llvm::Error LLDBSession::goTo(uint64_t thread, uint64_t address) {
  lldb::SBFrame frame = frameOf(thread);
  if (address != frame.GetPC() && !frame.SetPC(address))
    return llvm::make_error<EngineError>("can't set the program counter");
  return llvm::Error::success();
}

// The metronome

bool LLDBSession::beginMetronome(uint64_t thread, const InterruptedCall *call,
                                 uint64_t microseconds) {
  beforeMetronome = RegisterState::of(threadOf(thread));
  if (call)
    beforeMetronome.repeatSystemCall(call->instruction, call->number);
  metronome = thread;
  return continueMetronome(microseconds);
}

bool LLDBSession::continueMetronome(uint64_t microseconds) {
  if (displacedBase == 0)
    return false;
  threadBreakpoints.enable(displacedBase + displaced.tick());
  std::array<uint64_t, 2> time = {microseconds / 1000000,
                                  microseconds % 1000000 * 1000};
  llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(time.data()),
                                sizeof(time));
  if (!memory().write(displacedBase + displaced.period(), bytes))
    return false;
  // If the thread waits in a system call, rax holds a code that would make the
  // kernel repeat this call. So rax is set to 0.
  llvm::Error error = writeRegister(metronome, RAX, 0);
  if (!error)
    error = goTo(metronome, displacedBase + displaced.metronome());
  bool hasBegun = !error;
  // The text of the error is not needed: if this function fails, its caller
  // ends the run.
  llvm::consumeError(std::move(error));
  return hasBegun;
}

bool LLDBSession::endMetronome() {
  llvm::Error error = beforeMetronome.restore(threadOf(metronome));
  metronome = 0;
  bool hasError = static_cast<bool>(error);
  llvm::consumeError(std::move(error));
  return !hasError;
}

void LLDBSession::stopAtEnd(bool enable) {
  if (endBreakpoint.IsEnabled() != enable)
    endBreakpoint.SetEnabled(enable);
}

HookedStop LLDBSession::resume(HookListener &hookListener,
                               std::chrono::duration<double> wallLimit) {
  auto guard = debuggee.guardServer(wallLimit + answerLimit);
  lldb::SBProcess &process = debuggee.lldb();
  listener = &hookListener;
  stopRequested = false;
  auto forget = llvm::make_scope_exit([this] { listener = nullptr; });
  for (;;) {
    lldb::SBError error = process.Continue();
    lldb::StateType state = process.GetState();
    if (state == lldb::eStateStopped) {
      if (std::optional<HookedStop> stop = classify())
        return *stop;
      continue;
    }
    debuggee.releaseEnded();
    return finalStop();
  }
}

int LLDBSession::flushOutput(const HookedStop &stop) {
  lldb::SBProcess &process = debuggee.lldb();
  int signal = stop.value;
  lldb::addr_t flush = flushBreakpoint.GetLocationAtIndex(0).GetLoadAddress();
  // Only the first thread of the program can call fflush.
  if (stop.thread == 0 || stop.thread != threads().front() ||
      flush == LLDB_INVALID_ADDRESS || !prepareFlush(*this, stop.thread, flush))
    return signal;
  lldb::SBUnixSignals signals = process.GetUnixSignals();
  signals.SetShouldSuppress(signal, true);
  for (;;) {
    lldb::SBError error = process.Continue();
    signals.SetShouldSuppress(signal, false);
    if (process.GetState() != lldb::eStateStopped) {
      debuggee.releaseEnded();
      return 0;
    }
    if (hasFlushed(*this, stop.thread))
      return SIGSEGV;
    if (std::optional<HookedStop> next = classify())
      return next->value;
  }
}

/// Returns how the process has ended. Called when the process is gone.
HookedStop LLDBSession::finalStop() {
  int status = debuggee.lldb().GetExitStatus();
  if (status < 0) // There is no status: the program has killed lldb-server.
    return {HookedStop::Kind::Signalled, SIGKILL};
  bool mayBeSignal = status == SIGKILL || status == SIGSYS;
  bool isSignal = mayBeSignal && wasEndedBySignal();
  return {isSignal ? HookedStop::Kind::Signalled : HookedStop::Kind::Exited,
          status};
}

/// Returns whether the process was ended by SIGKILL or SIGSYS. LLDB reports
/// these signals like exit statuses, but the last packet from lldb-server
/// differs: it begins with X for a signal, and with W for an exit.
bool LLDBSession::wasEndedBySignal() {
  lldb::SBCommandReturnObject result;
  debugger.GetCommandInterpreter().HandleCommand(
      "process plugin packet history", result);
  llvm::StringRef packets(result.GetOutput() ? result.GetOutput() : "");
  size_t signal = packets.rfind("read packet: $X");
  size_t exit = packets.rfind("read packet: $W");
  return signal != llvm::StringRef::npos &&
         (exit == llvm::StringRef::npos || exit < signal);
}

/// Returns why the process has stopped; nullopt if the process should go on.
std::optional<HookedStop> LLDBSession::classify() {
  lldb::SBProcess &process = debuggee.lldb();
  if (stopRequested)
    return HookedStop{HookedStop::Kind::Requested};
  for (uint32_t i = 0; i < process.GetNumThreads(); ++i) {
    lldb::SBThread thread = process.GetThreadAtIndex(i);
    // A suspended thread is left out: LLDB still reports why it stopped
    // earlier.
    if (thread.IsSuspended())
      continue;
    switch (thread.GetStopReason()) {
    case lldb::eStopReasonSignal: {
      int signal = static_cast<int>(thread.GetStopReasonDataAtIndex(0));
      std::optional<ProcessStatus> status = readStatus(debuggee.id());
      if (status && (status->catches(signal) || status->ignores(signal)))
        return std::nullopt;
      return HookedStop{HookedStop::Kind::Signalled, signal,
                        thread.GetThreadID()};
    }
    case lldb::eStopReasonException:
      return HookedStop{HookedStop::Kind::Signalled, SIGTRAP,
                        thread.GetThreadID()};
    case lldb::eStopReasonExec:
      // By exec the process has become another program, which is not traced.
      spoilt = true;
      listener = nullptr;
      return std::nullopt;
    case lldb::eStopReasonBreakpoint: {
      // Stops at all breakpoints except the one at _exit are handled by
      // callbacks. If several threads have stopped at once, such stops are seen
      // here, too, and are left out.
      if (static_cast<int>(thread.GetStopReasonDataAtIndex(0)) !=
          endBreakpoint.GetID())
        break;
      int status =
          static_cast<int>(readRegister(thread.GetThreadID(), RDI) & 0xff);
      return HookedStop{HookedStop::Kind::Ending, status};
    }
    default:
      break;
    }
  }
  return std::nullopt;
}

SignalDetails LLDBSession::signalDetails(uint64_t thread) {
  // Each call of GetSiginfo builds LLDB's type for siginfo_t. All debuggers of
  // this process share that type, and LLDB does not lock it. So only one thread
  // at a time may call GetSiginfo.
  static std::mutex describing;
  std::lock_guard lock(describing);
  lldb::SBValue info = threadOf(thread).GetSiginfo();
  return {static_cast<int>(
              info.GetChildMemberWithName("si_code").GetValueAsSigned()),
          info.GetValueForExpressionPath("._sifields._sigfault.si_addr")
              .GetValueAsUnsigned()};
}

uint64_t LLDBSession::originOf(uint64_t pc) const {
  if (displacedBase != 0 && pc >= displacedBase)
    if (auto original = displaced.originalOf(pc - displacedBase))
      return *original;
  return loaded.toTable(pc).value_or(pc);
}

bool LLDBSession::onBreakpoint(void *session, lldb::SBProcess &,
                               lldb::SBThread &thread,
                               lldb::SBBreakpointLocation &) {
  auto *self = static_cast<LLDBSession *>(session);
  if (!self->listener)
    return false;
  uint64_t pc = thread.GetFrameAtIndex(0).GetPC();
  // If several threads have stopped at once, this thread may already have been
  // sent from its breakpoint to a copy of the instruction there. LLDB reports
  // the breakpoint nevertheless, but the thread has not arrived at a hook. Code
  // of the program can lie above the copies, so both ends of the copies are
  // checked.
  if (self->displacedBase != 0 &&
      pc - self->displacedBase < self->displaced.size())
    return self->stopRequested;
  return self->tell(thread, [&](HookListener &listener) {
    return listener.onHook(self->loaded.toTable(pc).value_or(pc),
                           thread.GetThreadID());
  });
}

bool LLDBSession::tell(lldb::SBThread &thread,
                       llvm::function_ref<bool(HookListener &)> handle) {
  bool isOther = isUsers && thread.GetProcess().GetUniqueID() !=
                                debuggee.lldb().GetUniqueID();
  bool isToStop = listener && !isOther && handle(*listener);
  stopRequested |= isToStop;
  return isToStop;
}

bool LLDBSession::onExitBreakpoint(void *session, lldb::SBProcess &,
                                   lldb::SBThread &thread,
                                   lldb::SBBreakpointLocation &) {
  auto *self = static_cast<LLDBSession *>(session);
  return self->tell(thread, [&](HookListener &listener) {
    listener.onExitFunction(thread.GetThreadID());
    return false;
  });
}

bool LLDBSession::onEndBreakpoint(void *session, lldb::SBProcess &,
                                  lldb::SBThread &,
                                  lldb::SBBreakpointLocation &) {
  auto *self = static_cast<LLDBSession *>(session);
  if (self->listener)
    self->listener->onEnd();
  return false;
}
