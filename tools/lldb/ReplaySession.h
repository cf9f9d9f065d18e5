// Lets the debugger's user step through a run that executes only kept events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_REPLAYSESSION_H
#define PINSTRIPE_TOOLS_LLDB_REPLAYSESSION_H

#include "Flow/Dispatcher.h"
#include "LLDB/LLDBSession.h"
#include "PassedSignals.h"
#include "PresentValues.h"
#include "Stops/HookedRun.h"
#include "pinstripe/Case/KeptEvents.h"
#include "pinstripe/Case/StoredCase.h"
#include "pinstripe/Result/StoredNotes.h"

namespace pinstripe {

/// Says why the program has stopped, or how it has ended.
struct ReplayStop {
  enum class Kind : uint8_t {
    Event,    ///< The program is at the requested kept event.
    Exited,   ///< The program has ended.
    Diverged, ///< The run has diverged from the recorded run.
    Signal,   ///< A signal has stopped the program.
    /// Something else has stopped the program, such as the user's breakpoint.
    Elsewhere,
  } kind = Kind::Event;
  /// Details of the stop, such as "exit status 0"; empty for the kind Event.
  std::string text = {};
};

/// Runs the partial execution of a case in the user's debugger: events that the
/// best result of the case does not keep are skipped. If the case has a
/// sandbox, the program runs in the sandbox.
class ReplaySession : public HookListener {
public:
  /// Reads the case and its best result, and makes a target for the case's
  /// program in `debugger`. Does not start the program.
  static llvm::Expected<std::unique_ptr<ReplaySession>>
  open(lldb::SBDebugger debugger, const RecordOptions &options);
  ~ReplaySession() override;

  const KeptEvents &kept() const { return events; }
  const RecordedCase &recorded() const { return *stored.recorded; }
  const BestResult &result() const { return best; }
  const StoredNotes &notes() const { return storedNotes; }
  /// Returns LLDB's target for the program of the case.
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
  /// Returns true if the program has stopped at the beginning of the event
  /// `present`. Then no instruction of this event has been executed yet.
  bool isAtPresent() const;

  /// Returns the present value of an expression in a frame, in the notation of
  /// reports; nullopt if it can't be found.
  std::optional<std::string> valueIn(lldb::SBFrame &frame,
                                     llvm::StringRef expression) {
    return values.read(*session, frame, expression);
  }

  /// Runs the program until the kept event `event` begins, or to the program's
  /// end if `event` is nullopt. If the program is already past this event,
  /// starts the program again.
  llvm::Expected<ReplayStop> goTo(std::optional<EventIndex> event);
  /// Returns what the program has printed since the last call of takeOutput().
  std::string takeOutput();
  /// Returns all output of the program since its start.
  std::string allOutput();

  bool onHook(uint64_t address, uint64_t thread) override;
  bool onTick(uint64_t thread) override;
  bool onSleep(uint64_t thread) override;
  bool onYield(uint64_t thread) override;
  bool onLeave(uint64_t thread) override;
  void onExitFunction(uint64_t thread) override;
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
  bool stops(llvm::function_ref<bool()> handle);
  lldb::SBThread passedThread() const {
    return session->threadOf(run->passedThread());
  }
  bool isAtUsersBreakpoint();

  lldb::SBDebugger debugger;
  StoredCase stored;
  BestResult best;
  KeptEvents events;
  StoredNotes storedNotes;
  HookMap hooks;
  /// The entries (addresses) at which conditions begin. They are needed only in
  /// guarded flow, where each condition must decide as in the recorded run. In
  /// other flows, the set is empty.
  EntrySet conditions;
  LaunchSpec launch;
  std::optional<OutputFiles> outputs;
  std::unique_ptr<LLDBSession> session;
  std::optional<Dispatcher> dispatcher;
  std::optional<HookedRun> run;
  PassedSignals passedSignals;
  PresentValues values;
  /// The event before which the program is to stop; nullopt if the program is
  /// to run to its end.
  std::optional<EventIndex> wanted;
  /// True once the event at which the program is to stop has begun.
  bool hasArrived = false;
  /// The address in the running program at which the event `wanted` begins.
  uint64_t stopAddress = 0;
  /// True while the program runs again from its start to an event before the
  /// present one. The user's breakpoints do not stop the program during this
  /// time.
  bool goesBack = false;
  /// True while a command of the plugin runs the program. The command itself
  /// then prints the program's output.
  bool isInCommand = false;
  /// How many bytes of the program's two output streams were already shown.
  size_t shownOutput = 0, shownErrors = 0;
};

/// Makes a debugger synchronous while the object lives: a call that continues
/// the program returns only when the program has stopped.
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
