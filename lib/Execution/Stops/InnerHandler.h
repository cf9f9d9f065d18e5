// Follows a run in which code in the process decides what is executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_STOPS_INNERHANDLER_H
#define PINSTRIPE_LIB_EXECUTION_STOPS_INNERHANDLER_H

#include "Flow/HookHandler.h"
#include "pinstripe/Execution/HookedProgram.h"

namespace pinstripe {

/// Lets each thread that has come to a hook go on: code in the process decides
/// at hooks (the addresses at which an engine takes control). The tool only
/// decides which thread passes its hook next.
class InnerHandler final : public HookHandler {
public:
  explicit InnerHandler(InnerDispatch &dispatch) : dispatch(dispatch) {}

  Decision arrive(const HookPoint &, const Arrival &) override {
    return Decision::proceed();
  }
  void arriveAtExitFunction(uint64_t, uint64_t) override {}
  void noteStart(uint64_t thread, uint64_t starter) override {
    dispatch.noteStart(thread, starter);
  }
  std::optional<EventIndex> nextEvent(uint64_t thread) const override {
    return dispatch.nextEvent(thread);
  }
  uint64_t eventsExecuted() const override { return dispatch.eventsExecuted(); }
  std::optional<EventIndex> currentEvent() const override {
    return dispatch.currentEvent();
  }
  std::optional<EventUnderWay> eventUnderWay() const override {
    return dispatch.eventUnderWay();
  }

private:
  InnerDispatch &dispatch;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_STOPS_INNERHANDLER_H
