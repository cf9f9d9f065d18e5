// Follows a partial execution whose threads pass hooks by themselves, in turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_TRACED_INNERDISPATCHER_H
#define PINSTRIPE_LIB_NATIVE_TRACED_INNERDISPATCHER_H

#include "Runtime/Activations.h"
#include "Sessions/PlanSession.h"
#include "Traced/InnerHooks.h"
#include "pinstripe/Execution/HookedProgram.h"

namespace pinstripe {

/// Makes the runtime, the tool's code in the process, work for one thread after
/// the other, and reads from its state what each thread executes next. Each
/// thread has a stack of activations, which are calls of traced functions that
/// have not returned yet.
class InnerDispatcher final : public InnerHooks, public InnerDispatch {
public:
  /// Prepares for the next run of `session`, which executes `included`. All
  /// references must stay valid as long as the object exists.
  static llvm::Expected<std::unique_ptr<InnerDispatcher>>
  create(PlanSession &session, const UnitTable &table, const LaunchSpec &spec,
         const EventSet &included);

  bool hasFailed() const override {
    return hasTooManyThreads || run->end == native::EndKind::Failed;
  }
  llvm::Error enter(TracedThread &thread, uint64_t target,
                    const std::optional<TurnLimits> &limits) override;
  TurnProgress takeProgress(bool isInside,
                            PassedHookListener listener) override;

  void noteEnd(uint64_t thread) override;
  void noteStart(uint64_t thread, uint64_t starter) override;
  std::optional<EventIndex> nextEvent(uint64_t thread) const override;
  uint64_t eventsExecuted() const override { return progress().events; }
  std::optional<EventIndex> currentEvent() const override {
    return progress().last;
  }
  std::optional<EventUnderWay> eventUnderWay() const override {
    return progress().underWay;
  }
  std::optional<Ending> ending() const override;
  std::vector<WatchedValue> values() const override {
    return session.watchedValues();
  }

private:
  /// The activations of a thread. Addresses in the process.
  struct Stack {
    uint32_t number = 0;
    uint64_t bottom = 0, end = 0;
    uint64_t top = 0; ///< Out of date for the thread `loaded`.
  };

  InnerDispatcher(PlanSession &session, const UnitTable &table)
      : InnerHooks(session), session(session), crashes(table) {}
  SessionProgress progress() const;
  uint64_t executed() const {
    return run->executed + (run->position - run->mark);
  }
  uint64_t topOf(uint64_t thread, const Stack &stack) const;
  std::optional<native::Activation> read(uint64_t address) const;
  /// As `read`, for the innermost call of a thread: with what the runtime keeps
  /// elsewhere while the thread is the one that it works for.
  std::optional<native::Activation> readTop(uint64_t thread,
                                            const Stack &stack) const;
  bool write(uint64_t address, const native::Activation &activation) const;
  uint32_t freeNumber() const;
  void settle();
  bool unload();
  bool load(uint64_t thread);

  PlanSession &session;
  mutable CrashReader crashes;
  std::map<uint64_t, Stack> stacks;
  /// The thread whose stack the runtime works on; 0 before the first one.
  uint64_t loaded = 0;
  bool hasFirst = false; ///< True once the first thread has a stack.
  bool hasTooManyThreads = false;
  /// The number of arrivals at statements that the owner was allowed; nullopt
  /// if there was no limit.
  std::optional<uint64_t> allowed;
  /// The values of RunState::turnEnd and of the number of executed events when
  /// the owner last entered.
  uint64_t turnEndBefore = 0, executedBefore = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACED_INNERDISPATCHER_H
