// Finds groups of elements if elements are invocations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/InvocationGroups.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace pinstripe;

namespace {

/// The elements begin .. end-1. Elements are in the order of their first
/// events, so calls of an invocation are neighbours.
struct ElementRange {
  uint32_t begin = ElementMap::noElement;
  uint32_t end = 0;

  uint32_t size() const { return end > begin ? end - begin : 0; }
  void add(ElementRange other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

} // namespace

/// Returns the element of each invocation, if it has one.
static std::vector<ElementRange> elementsOf(const Trace &trace,
                                            const ElementMap &elements) {
  std::vector<ElementRange> result(trace.allInvocations().size());
  GrowingArray<uint32_t> byEvent = elements.elementsByEvent();
  for (uint32_t i = 0; i != trace.size(); ++i)
    if (uint32_t element = byEvent[i]; element != ElementMap::noElement)
      result[static_cast<size_t>(trace.event(EventIndex{i}).invocation)] = {
          element, element + 1};
  return result;
}

static std::vector<ElementGroup>
groupsOfFunctions(const Trace &trace, llvm::ArrayRef<ElementRange> invocations,
                  size_t smallest) {
  std::map<FunctionId, ElementGroup> groups;
  for (size_t i = 0; i != invocations.size(); ++i)
    if (invocations[i].size() != 0)
      groups[trace.invocation(InvocationId(i)).function].elements.push_back(
          Element{invocations[i].begin});
  std::vector<ElementGroup> result;
  for (auto &[function, group] : groups) {
    if (group.elements.size() < smallest)
      continue;
    group.label = "functions";
    llvm::sort(group.elements);
    result.push_back(std::move(group));
  }
  return result;
}

std::vector<ElementGroup>
pinstripe::groupsOfInvocations(const Trace &trace, const ElementMap &elements,
                               size_t smallest, size_t roomForElements) {
  std::vector<ElementRange> calls = elementsOf(trace, elements);
  std::vector<ElementGroup> groups = groupsOfFunctions(trace, calls, smallest);
  // Callers come before their callees.
  for (size_t i = calls.size(); i-- != 0;)
    if (std::optional<InvocationId> caller =
            trace.invocation(InvocationId(i)).caller)
      calls[static_cast<size_t>(*caller)].add(calls[i]);
  // Take the largest groups, as far as there is room.
  llvm::sort(calls, [](ElementRange left, ElementRange right) {
    return std::make_pair(right.size(), left.begin) <
           std::make_pair(left.size(), right.begin);
  });
  for (ElementRange call : calls) {
    if (call.size() < smallest || call.size() > roomForElements)
      break;
    roomForElements -= call.size();
    ElementGroup group{"calls", {}};
    for (uint32_t i = call.begin; i != call.end; ++i)
      group.elements.push_back(Element{i});
    groups.push_back(std::move(group));
  }
  return groups;
}
