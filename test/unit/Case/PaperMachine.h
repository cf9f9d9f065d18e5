// An engine that can execute only the paper's example.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_CASE_PAPERMACHINE_H
#define PINSTRIPE_TEST_UNIT_CASE_PAPERMACHINE_H

#include "TestSupport/PaperProgram.h"
#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Support/Error.h"

namespace pinstripe {

/// Executes the included events of the paper's program one after the other,
/// whatever the conditions decide, as in trace flow. A variable that was never
/// written has the value of the poison. In guarded flow, the condition compares
/// `mul`.
class PaperMachine : public ExecutionEngine {
public:
  EngineTraits traits() const override { return {"paper"}; }

  llvm::Expected<Recording> record(const LaunchSpec &spec) override {
    Trace trace = paperTrace();
    RunResult result = run(spec, trace, EventSet(trace.size(), true));
    return Recording{std::move(trace), std::move(result)};
  }

  llvm::Expected<RunResult> execute(const LaunchSpec &spec, const Trace &trace,
                                    const EventSet &included) override {
    ++executions;
    latest = included;
    if (failures > 0) {
      --failures;
      return llvm::make_error<EngineError>("out of breath");
    }
    if (endingOfAll) {
      RunResult result;
      result.ending = *endingOfAll;
      return result;
    }
    return run(spec, trace, included);
  }

  unsigned executions = 0;
  /// The number of runs that fail before the engine works.
  unsigned failures = 0;
  EventSet latest;
  /// The ending of every partial execution; nullopt for the real one.
  std::optional<Ending> endingOfAll;

private:
  static RunResult run(const LaunchSpec &spec, const Trace &trace,
                       const EventSet &included) {
    using enum PaperStatement;
    uint32_t garbage = spec.poison == Poison::Pattern ? 0x5aa55aa5 : 0;
    uint32_t sum = garbage, mul = garbage, a = garbage, status = garbage;
    RunResult result;
    auto print = [&](const std::string &text) {
      result.standardOutput += text;
    };
    for (EventIndex event : included)
      switch (PaperStatement(trace.event(event).entry)) {
      case SumIsZero:
        sum = 0;
        break;
      case MulIsOne:
        mul = 1;
        break;
      case AskA:
        print("a? ");
        break;
      case ReadA:
        a = 0;
        break;
      case AskB:
        print("b? ");
        break;
      case ReadB:
        break;
      case Condition:
        if (spec.flow == Flow::Guarded)
          result.decisions = mul;
        break;
      case AddToSum:
        sum += a;
        break;
      case MultiplyMul:
        mul *= a;
        break;
      case IncrementA:
        a += 1;
        break;
      case PrintSum:
        print("sum = " + std::to_string(int32_t(sum)) + "\n");
        break;
      case PrintMul:
        print("mul = " + std::to_string(int32_t(mul)) + "\n");
        break;
      case Return:
        status = 0;
        break;
      }
    result.ending = Exited{int(status & 0xff)};
    result.eventsExecuted = included.count();
    return result;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_CASE_PAPERMACHINE_H
