//===- ExecutionEngine.h - Records runs and executes them -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_EXECUTIONENGINE_H
#define PINSTRIPE_EXECUTION_EXECUTIONENGINE_H

#include "pinstripe/Analysis/ExecutionObserver.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace pinstripe {

struct Recording {
  Trace trace;
  RunResult result;
};

/// Runs the program under test, as a whole, in part, or with one change (design
/// section 3). Used by Driver only: once `record`, then what there is to try.
/// An Error means that the engine failed; whatever the program does is in the
/// RunResult. After an EngineError the engine starts afresh: the call may be
/// repeated. An engine is made, used and destroyed by one thread; there may be
/// several engines.
class ExecutionEngine {
public:
  virtual ~ExecutionEngine() = default;
  virtual llvm::StringRef name() const = 0;
  /// Runs the whole program with poison and notes every event.
  virtual llvm::Expected<Recording> record(const LaunchSpec &spec) = 0;
  /// Whoever waits for `record` may want to know, now and then and on any
  /// thread, how many events there are so far. Engines need not tell.
  virtual void watchRecording(std::function<void(uint64_t)> watcher) {}
  /// The same, and tells `observer`, on a thread of the engine's, what the run
  /// executed; `code` is of the unit table that the engine was made for. The
  /// program waits for a slow observer, and its time limits go on. An
  /// EngineError by engines that can't do it.
  virtual llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer);
  /// Runs with exactly the events of `included` executed. `included` must be
  /// feasible for `trace` (Trace::feasible) and of its size.
  virtual llvm::Expected<RunResult> execute(const LaunchSpec &spec,
                                            const Trace &trace,
                                            const EventSet &included) = 0;
  /// Runs in live flow, whatever `spec.flow` says, with up to mostLiveChanges.
  virtual llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec, llvm::ArrayRef<LiveChange> changes) = 0;
  /// The same, and notes every event, in place of what is omitted that to which
  /// control was sent instead, unless that is the end. Much slower.
  virtual llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec, llvm::ArrayRef<LiveChange> changes) = 0;
  /// A hint: the live executions that follow make these changes of one event
  /// each, and no others before `event`.
  virtual void focusLive(llvm::ArrayRef<LiveChange> changes, EventIndex event) {
  }
  /// A hint: the executions that follow are mostly of subsets of this
  /// configuration, and agree with it in their first events.
  virtual void focus(const EventSet &configuration) {}
  /// Whether it heeds LaunchSpec::privateView here and now.
  virtual bool canUsePrivateView() const { return false; }
  /// Ends the run that `execute` has under way, whose result is of no use
  /// then. The only function to be called from another thread; it may come
  /// too early or too late to have an effect.
  virtual void cancel() {}
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_EXECUTIONENGINE_H
