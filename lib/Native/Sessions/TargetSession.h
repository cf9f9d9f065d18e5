// Launches a program, patches it, and makes it a server that forks runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_TARGETSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_TARGETSESSION_H

#include "Linking/RecompiledLinker.h"
#include "Patch/InstrumentedProgram.h"
#include "Server/NativeServer.h"

namespace pinstripe {

/// Objects that all sessions of an engine use. A session is a server (a process
/// from which runs are forked) for runs in one mode.
struct SessionTools {
  const UnitTable &table;
  const HookMap &hooks;
  ModuleCache &modules;
  SymbolCache &symbols;
  const OutputFiles &outputs;
  Janitor &janitor;
  KillTimer &killTimer;
  bool trapsOnly = false;
  /// True if each run is a process of its own, whose threads take turns. Then
  /// sessions have no server, but only the tables for runs.
  bool takesTurns = false;
};

/// A server, from which runs in one mode are forked. It has the launched and
/// patched program, and everything else that these runs share. Each mode has a
/// subclass with further tables: RecordingSession, PlanSession for partial
/// executions, and LiveSession for runs without a recorded trace.
class TargetSession {
public:
  /// `code` is the program's code as basic blocks. It is needed in recordings
  /// of instructions only, and is null otherwise. It must outlive the session.
  TargetSession(const SessionTools &tools, const LaunchSpec &spec,
                native::RunMode mode, const DataCode *code = nullptr)
      : tools(tools), spec(spec), mode(mode), code(code),
        inputVersion(tools.outputs.inputVersion()) {}
  virtual ~TargetSession() = default;
  TargetSession(const TargetSession &) = delete;
  TargetSession &operator=(const TargetSession &) = delete;

  /// Makes an object of the class `Session`, which is derived from
  /// TargetSession, and starts its server.
  template <typename Session, typename... Arguments>
  static llvm::Expected<std::unique_ptr<Session>>
  start(Arguments &&...arguments) {
    auto session =
        std::make_unique<Session>(std::forward<Arguments>(arguments)...);
    if (llvm::Error error = session->startTarget())
      return error;
    return session;
  }

  const InstrumentedProgram &program() const { return instrumented; }
  /// Functions that were recompiled with mutations (small changes of their
  /// source). A run can execute such a function in place of the original one.
  const LinkedCode &recompiled() const { return linked; }
  /// Returns whether a run with the settings `other` needs recompiled functions
  /// that are missing in this session's server, the process from which runs are
  /// forked.
  bool isOutdatedFor(const LaunchSpec &other) const {
    return spec.recompiled && other.recompiled &&
           spec.recompiled != other.recompiled;
  }
  NativeServer &server() { return *theServer; }
  /// Returns true if the session can't make runs any more, since its server has
  /// ended.
  bool hasEnded() { return theServer && theServer->reapIfEnded(); }
  /// If threads take turns: the memory that all runs share with the tool, one
  /// after the other.
  TargetMemory &memory() { return *ownMemory; }
  /// If threads take turns: returns whether the process that was launched for a
  /// run has the same layout as the one for which the session was made.
  bool hasLayoutOf(const TracedLaunch &launch) const;
  /// The stack pointer that the program has at its entry point.
  uint64_t stackAddress() const { return stackPointer; }
  /// Returns whether this session's server can execute a run with the settings
  /// `spec`. For this, `spec` must agree with what the server has set up before
  /// it forks runs: the program, its input and more.
  virtual bool fits(const LaunchSpec &spec) const;

protected:
  // When a server is started, the following virtual functions are called in
  // this order.

  /// Returns the addresses at which the session needs hooks. They are addresses
  /// before loading, as in the unit table (the list of the program's
  /// statements).
  virtual std::vector<uint64_t> hookAddresses() const {
    return tools.hooks.forRecording();
  }
  /// Returns the functions in which hooks read the processor flags with which
  /// conditions decide. Null unless the session is for guarded flow, in which
  /// conditions must decide as recorded.
  virtual const FunctionSet *guardedFunctions() const { return nullptr; }
  /// Prepares the tables that the runtime (the tool's code in the process)
  /// reads in the mode of this session. Is called before shared memory is
  /// written, so it may still change the tables in `instrumented`.
  virtual void makeTables() {}
  /// Adds the regions of memory that only this mode needs. The runtime (the
  /// tool's code in the process under test) uses them.
  virtual void addRegions(TargetMemory &memory) const {}
  /// Fills in the members of `setup` that concern the regions of this mode. The
  /// runtime (the tool's code in the process) reads `setup` when the server
  /// starts.
  virtual void describe(native::Setup &setup) const {}
  /// Maps the regions that the tool has to access into the tool's own memory.
  /// Is called after TargetMemory::write.
  virtual llvm::Error openViews(TargetMemory &memory) {
    return llvm::Error::success();
  }

  SessionTools tools;
  LaunchSpec spec;
  native::RunMode mode;
  InstrumentedProgram instrumented;

private:
  llvm::Error startTarget();
  llvm::Error startServer(TracedLaunch &launch,
                          std::unique_ptr<TargetMemory> memory,
                          const InstrumentationRequest &request);
  /// Returns true if runs of this session may execute recompiled functions.
  /// Besides runs in live flow, these are recordings of threads in turns: runs
  /// in live flow are made as recordings then.
  bool exchangesFunctions() const {
    return native::isLive(mode) ||
           (tools.takesTurns && mode == native::RunMode::Recording);
  }
  llvm::Error linkRecompiled(const TracedLaunch &launch);
  void addProgramRegions(TargetMemory &memory) const;
  void addRecompiledRegions(TargetMemory &memory) const;
  void addLiveRegions(TargetMemory &memory) const;
  llvm::Expected<native::Setup> setup(TracedLaunch &launch) const;

  const DataCode *code;
  LinkedCode linked;
  /// The version of the standard input that the server has open (see
  /// OutputFiles::inputVersion). If the input changes, the server can't be used
  /// any more.
  unsigned inputVersion;
  uint64_t stackPointer = 0;
  native::GeneralRegisters registers{};
  std::unique_ptr<TargetMemory> ownMemory;
  std::unique_ptr<NativeServer> theServer;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_TARGETSESSION_H
