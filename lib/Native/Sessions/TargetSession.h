// Launches a program, patches it, and turns it into a server for one mode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_TARGETSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_TARGETSESSION_H

#include "Patch/InstrumentedProgram.h"
#include "Server/NativeServer.h"

namespace pinstripe {

/// Parts of an engine that all its sessions use.
struct SessionTools {
  const UnitTable &table;
  const HookMap &hooks;
  ModuleCache &modules;
  const OutputFiles &outputs;
  Janitor &janitor;
  KillTimer &killTimer;
  bool trapsOnly = false;
};

/// A server, its instrumented program, and what else stays the same from run to
/// run. Subclasses add the tables of their mode: RecordingSession, PlanSession
/// (partial executions) and LiveSession.
class TargetSession {
public:
  /// `code` says what a detailed recording records, and must outlive the
  /// session; it is null in other modes.
  TargetSession(const SessionTools &tools, const LaunchSpec &spec,
                native::RunMode mode, const DataCode *code = nullptr)
      : tools(tools), spec(spec), mode(mode), code(code),
        inputVersion(tools.outputs.inputVersion()) {}
  virtual ~TargetSession() = default;
  TargetSession(const TargetSession &) = delete;
  TargetSession &operator=(const TargetSession &) = delete;

  /// Constructs a session of this class and starts its server.
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
  NativeServer &server() { return *theServer; }
  /// The stack pointer with which the program starts.
  uint64_t stackAddress() const { return stackPointer; }
  /// Returns whether a run of `spec` would start like those of this session.
  virtual bool fits(const LaunchSpec &spec) const;

protected:
  // These functions are called in this order when the server is started:

  /// Returns the table addresses at which there are hooks.
  virtual std::vector<uint64_t> hookAddresses() const {
    return tools.hooks.forRecording();
  }
  /// Prepares tables for `instrumented`, which can still be changed.
  virtual void makeTables() {}
  /// Adds the memory that the runtime needs in this mode.
  virtual void addRegions(TargetMemory &memory) const {}
  /// Sets what the runtime has to know of the regions of this mode.
  virtual void describe(native::Setup &setup) const {}
  /// Opens the tool's own views of the memory, once it has been written.
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
  void addProgramRegions(TargetMemory &memory) const;
  llvm::Expected<native::Setup> setup(TracedLaunch &launch) const;

  const DataCode *code;
  unsigned inputVersion; ///< Which copy of the standard input the server has.
  uint64_t stackPointer = 0;
  std::unique_ptr<NativeServer> theServer;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_TARGETSESSION_H
