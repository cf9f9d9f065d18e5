// A partial execution that a user steps through in the debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_REPLAYSESSION_H
#define PINSTRIPE_TOOLS_LLDB_REPLAYSESSION_H

#include "Flow/Dispatcher.h"
#include "LLDB/LLDBRun.h"
#include "LLDB/LLDBSession.h"
#include "pinstripe/Case/KeptEvents.h"
#include "pinstripe/Case/StoredCase.h"
#include "pinstripe/Result/StoredNotes.h"

namespace pinstripe {

/// Why the program has stopped, or how it has ended.
struct ReplayStop {
  enum class Kind : uint8_t {
    Event,    ///< The program is at the kept event that was asked for.
    Exited,   ///< The program has ended.
    Diverged, ///< The run has left the recorded one.
    Signal,   ///< A signal has stopped the program.
    /// Something of the user's has stopped the program, such as a breakpoint.
    Elsewhere,
  } kind = Kind::Event;
  /// What there is to say of the stop in words: "exit status 0"; empty for an
  /// event.
  std::string text = {};
};

/// Runs the program of a case in the user's debugger, and skips what the best
/// result of the case does not keep. The program runs in the sandbox of the
/// case, if it has one.
class ReplaySession : public LLDBHookListener {
public:
  /// Reads the case and its result, and makes a target for its program in
  /// `debugger`. Does not start the program.
  static llvm::Expected<std::unique_ptr<ReplaySession>>
  open(lldb::SBDebugger debugger, const RecordOptions &options);
  ~ReplaySession() override;

  const KeptEvents &kept() const { return events; }
  const RecordedCase &recorded() const { return *stored.recorded; }
  const BestResult &result() const { return best; }
  const StoredNotes &notes() const { return storedNotes; }
  /// Returns the target that the session has made.
  lldb::SBTarget target() const { return session->lldbTarget(); }

  /// Returns the thread in which the program has stopped.
  lldb::SBThread thread() const {
    return session->process().lldb().GetSelectedThread();
  }

  /// Returns whether the program has been started and has not ended.
  bool isLive() const;
  /// Returns the kept event that has begun last; nullopt if the program has not
  /// been started, has ended, or has not come to a kept event.
  std::optional<EventIndex> present() const;
  /// Returns true if the program is stopped where `present` begins, so that
  /// nothing of this event has been executed.
  bool isAtPresent() const;

  /// Runs the program until the kept event `event` begins. If that is not
  /// ahead, starts the program again. Nullopt means the end of the program.
  llvm::Expected<ReplayStop> goTo(std::optional<EventIndex> event);
  /// Returns what the program has written since the last call.
  std::string takeOutput();
  /// Returns all that the program has written.
  std::string allOutput();

  bool onHook(uint64_t address, lldb::SBThread &thread) override;
  void onExitFunction(lldb::SBThread &thread) override;
  void onEnd() override;

private:
  ReplaySession(lldb::SBDebugger debugger, StoredCase stored,
                StoredResult result);
  llvm::Error prepare();
  llvm::Error makeTarget();
  llvm::Error start();
  bool hasExecutedAnother() const;
  bool isStoppedByBreakpoint() const;
  ReplayStop classify();
  void print(std::string text);
  bool isOurs(lldb::SBThread &thread);
  bool isAtUsersBreakpoint(lldb::SBThread &thread, uint64_t hookAddress);

  lldb::SBDebugger debugger;
  StoredCase stored;
  BestResult best;
  KeptEvents events;
  StoredNotes storedNotes;
  HookMap hooks;
  EntrySet conditions; ///< As Dispatcher::Policy::conditions.
  LaunchSpec launch;
  std::optional<OutputFiles> outputs;
  std::unique_ptr<LLDBSession> session;
  std::optional<Dispatcher> dispatcher;
  std::optional<LLDBRun> run;
  /// The event at which the program is to stop; nullopt if it is to run on.
  std::optional<EventIndex> wanted;
  bool hasArrived = false;  ///< Whether the wanted event has begun.
  uint64_t stopAddress = 0; ///< Where the wanted event begins at run time.
  /// True while the program is run again to come to an event before the present
  /// one. Breakpoints of the user's do not stop it on that way.
  bool goesBack = false;
  /// True while a command of the plugin runs the program. The command then
  /// prints what the program writes.
  bool isInCommand = false;
  size_t shownOutput = 0, shownErrors = 0; ///< Bytes that were shown already.
};

/// Makes a debugger synchronous while the object lives: continuing the program
/// then returns when it has stopped.
class SynchronousDebugger {
public:
  explicit SynchronousDebugger(lldb::SBDebugger &debugger)
      : debugger(debugger), wasAsynchronous(debugger.GetAsync()) {
    debugger.SetAsync(false);
  }
  ~SynchronousDebugger() { debugger.SetAsync(wasAsynchronous); }
  SynchronousDebugger(const SynchronousDebugger &) = delete;
  SynchronousDebugger &operator=(const SynchronousDebugger &) = delete;

private:
  lldb::SBDebugger &debugger;
  bool wasAsynchronous;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_REPLAYSESSION_H
