// Writes plans of changes as text, for tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_DRIVER_PLANLINES_H
#define PINSTRIPE_TEST_UNIT_DRIVER_PLANLINES_H

#include "Change/ChangePlan.h"
#include "TestSupport/HandDrawnGraph.h"

namespace pinstripe::test {

inline std::string nameOf(ChangeForm form) {
  constexpr const char *names[] = {"single", "constant", "inverted", "always"};
  return names[static_cast<size_t>(form)];
}

/// Describes a test of a condition as "form event->target". If the form has no
/// event, `all` stands in its place.
inline std::vector<std::string> linesOf(ChangePlan &plan) {
  std::vector<std::string> lines;
  while (std::optional<ChangeTest> test = plan.next()) {
    auto text = [](const FlowTarget &target) {
      return target.entry ? std::to_string(static_cast<uint32_t>(*target.entry))
                          : std::string("end");
    };
    std::string line = nameOf(test->form) + " ";
    line += std::to_string(static_cast<uint32_t>(test->change.entry)) + ":";
    line += test->change.event
                ? std::to_string(static_cast<uint32_t>(*test->change.event))
                : "all";
    if (test->change.kind == LiveChange::Kind::Force) {
      constexpr const char *values[] = {"false", "true", "other"};
      line += " operand " +
              std::to_string(static_cast<uint32_t>(test->change.operand)) +
              " " + values[static_cast<size_t>(test->change.value)];
      lines.push_back(line);
      continue;
    }
    line += "->" + text(test->change.target);
    if (test->change.inverse)
      line += "|" + text(*test->change.inverse);
    lines.push_back(line);
  }
  return lines;
}

/// Makes a trace with one invocation of function 0. The function can return.
inline Trace traceOf(HandDrawnGraph &drawn, llvm::ArrayRef<uint32_t> entries) {
  drawn.table.functions[0].exit = 1;
  std::vector<Event> events;
  for (uint32_t entry : entries)
    events.push_back({EntryId(entry), InvocationId(0)});
  return Trace(events, {Invocation()});
}

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_DRIVER_PLANLINES_H
