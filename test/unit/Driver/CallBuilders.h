// Builds calls for tests, and searches them without a process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_DRIVER_CALLBUILDERS_H
#define PINSTRIPE_TEST_UNIT_DRIVER_CALLBUILDERS_H

#include "Call/CallSearch.h"
#include <cstring>
#include <functional>

namespace pinstripe {

inline std::shared_ptr<const ValueType> numberType(ValueType::Kind kind,
                                                   uint32_t size) {
  auto type = std::make_shared<ValueType>();
  type->kind = kind;
  type->size = size;
  return type;
}

inline CallPart number(const std::string &name, int64_t value) {
  CallPart part;
  part.name = name;
  part.type = numberType(ValueType::Kind::Signed, 4);
  part.bytes = bytesOfNumber(value, 4);
  return part;
}

inline CallPart text(const std::string &name, const std::string &value) {
  CallPart part;
  part.kind = CallPart::Kind::Text;
  part.name = name;
  part.bytes = value;
  part.end = CallPart::End::Terminator;
  part.place = 0x1000;
  return part;
}

inline CallPart array(const std::string &name, const std::vector<int> &values) {
  CallPart part;
  part.kind = CallPart::Kind::Array;
  part.name = name;
  part.type = numberType(ValueType::Kind::Signed, 4);
  part.elementSize = 4;
  part.place = 0x2000;
  for (int value : values)
    part.bytes += bytesOfNumber(value, 4);
  return part;
}

inline CallArguments callOf(const std::string &function,
                            const std::vector<CallPart> &parts) {
  CallArguments arguments;
  arguments.function = function;
  arguments.parts = parts;
  for (size_t i = 0; i < parts.size(); ++i) {
    arguments.arguments.push_back({parts[i].name});
    arguments.arguments.back().part = i;
  }
  return arguments;
}

inline int intIn(const std::string &bytes) {
  int value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// A function that tells, without a process, whether a call fails.
using OutcomeOfCall = std::function<Outcome(const CallValues &)>;

class FakeCallTester : public RunTester {
public:
  FakeCallTester(OutcomeOfCall outcomeOf, std::atomic<unsigned> &made)
      : outcomeOf(std::move(outcomeOf)), made(made) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &) override {
    ++made;
    TestedRun run;
    run.outcome = outcomeOf(*materials.callValues);
    if (run.outcome == Outcome::Unresolved)
      run.cause = "crash";
    return run;
  }

private:
  OutcomeOfCall outcomeOf;
  std::atomic<unsigned> &made;
};

/// A search of arguments that needs no process. Its memory of outcomes can be
/// shared by several searches.
struct FakeCallSearch {
  FakeCallSearch(CallArguments arguments, SearchForm form,
                 OutcomeOfCall outcomeOf)
      : arguments(std::move(arguments)), outcomeOf(std::move(outcomeOf)) {
    request.form = form;
    request.algorithm = llvm::cantFail(
        findAlgorithm(form == SearchForm::Minimise   ? "halving"
                      : form == SearchForm::Maximise ? "ddmax"
                                                     : "isolate"));
  }

  CallTesters testers() {
    CallTesters all;
    all.here = all.onLanes = [this](unsigned) {
      return std::make_unique<FakeCallTester>(outcomeOf, made);
    };
    all.choice.lanes = lanes;
    all.choice.atOnce = true;
    return all;
  }
  llvm::Error attempt() {
    found = {};
    CallTests tests(arguments, memory, testers(), stop);
    llvm::Error error = searchCall(arguments, request, tests, stop, found);
    counts = tests.counts();
    stored = tests.stored();
    causes = tests.causes();
    return error;
  }
  FakeCallSearch &run() {
    llvm::cantFail(attempt());
    return *this;
  }
  size_t tests() const { return counts.distinct(); }
  std::string failing() const { return arguments.write(found.failing, 60); }
  std::string passing() const { return arguments.write(found.passing, 60); }
  /// Returns the largest value of a part with which the call passes.
  std::string largest(size_t part) const {
    if (!found.largest[part])
      return "none";
    CallValues values = found.failing;
    values[part] = *found.largest[part];
    return arguments.write(part, values, 60);
  }

  CallArguments arguments;
  OutcomeOfCall outcomeOf;
  CallRequest request;
  OutcomeMemory memory;
  unsigned lanes = 1;
  std::atomic<bool> stop = false;
  /// The number of runs that were made, needed or not.
  std::atomic<unsigned> made = 0;
  CallFinding found;
  TestCounts counts;
  uint64_t stored = 0;
  std::map<std::string, uint64_t> causes;
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_DRIVER_CALLBUILDERS_H
