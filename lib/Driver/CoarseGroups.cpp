//===- CoarseGroups.cpp - What may be irrelevant as a whole ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/CoarseGroups.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace pinstripe;

namespace {

/// The trace as groups are made from it.
class CallTree {
public:
  CallTree(const Trace &trace, const ElementMap &elements)
      : elementOf(trace.size()), last(trace.size()) {
    for (size_t i = 0; i != elements.size(); ++i)
      for (EventIndex index : elements.eventsOf(Element(i)))
        elementOf[static_cast<size_t>(index)] = Element(i);
    for (size_t i = 0; i != last.size(); ++i)
      last[i] = i;
    for (size_t i = last.size(); i-- != 0;)
      if (std::optional<EventIndex> parent =
              callOf(trace, static_cast<EventIndex>(i)))
        last[size_t(*parent)] = std::max(last[size_t(*parent)], last[i]);
  }

  bool makesCalls(EventIndex index) const {
    return lastOf(index) != static_cast<size_t>(index);
  }
  size_t lastOf(EventIndex index) const {
    return last[static_cast<size_t>(index)];
  }
  void add(std::vector<Element> &elements, EventIndex index) const {
    if (std::optional<Element> element = elementOf[size_t(index)])
      elements.push_back(*element);
  }

private:
  static std::optional<EventIndex> callOf(const Trace &trace,
                                          EventIndex index) {
    std::optional<InvocationId> id = trace.event(index).invocation;
    while (id) {
      const Invocation &invocation = trace.invocation(*id);
      if (invocation.parent)
        return invocation.parent;
      id = invocation.caller;
    }
    return std::nullopt;
  }
  std::vector<std::optional<Element>> elementOf;
  std::vector<size_t> last;
};

void normalise(std::vector<Element> &elements) {
  llvm::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
}

void largestFirst(std::vector<ElementGroup> &groups) {
  for (ElementGroup &group : groups)
    normalise(group.elements);
  llvm::sort(groups, [](const ElementGroup &left, const ElementGroup &right) {
    return std::pair(right.elements.size(), right.elements) <
           std::pair(left.elements.size(), left.elements);
  });
}

} // namespace

std::vector<ElementGroup>
pinstripe::conditionGroups(const UnitTable &table, const Trace &trace,
                           const ElementMap &elements) {
  CallTree tree(trace, elements);
  ElementGroup all{"conditions", {}}, pure{"conditions", {}};
  std::map<FunctionId, ElementGroup> byFunction;
  for (uint32_t i = 0; i != trace.size(); ++i) {
    EventIndex index{i};
    const UnitEntry &entry = table.entry(trace.event(index).entry);
    if (table.unit(entry.unit).kind != UnitKind::Condition)
      continue;
    tree.add(all.elements, index);
    if (tree.makesCalls(index))
      continue;
    tree.add(pure.elements, index);
    ElementGroup &own = byFunction[entry.function];
    own.label = "conditions";
    tree.add(own.elements, index);
  }
  std::vector<ElementGroup> groups;
  for (auto &[function, group] : byFunction)
    groups.push_back(std::move(group));
  largestFirst(groups);
  normalise(all.elements);
  normalise(pure.elements);
  groups.insert(groups.begin(), {std::move(all), std::move(pure)});
  return groups;
}

std::vector<ElementGroup> pinstripe::callGroups(const UnitTable &table,
                                                const Trace &trace,
                                                const ElementMap &elements) {
  CallTree tree(trace, elements);
  std::vector<ElementGroup> groups;
  for (uint32_t i = 0; i != trace.size(); ++i) {
    EventIndex index{i};
    if (!tree.makesCalls(index))
      continue;
    ElementGroup group{"calls", {}};
    for (size_t inside = i; inside <= tree.lastOf(index); ++inside)
      tree.add(group.elements, static_cast<EventIndex>(inside));
    groups.push_back(std::move(group));
  }
  largestFirst(groups);
  return groups;
}

std::vector<ElementGroup>
pinstripe::statementGroups(const UnitTable &table, const Trace &trace,
                           const ElementMap &elements) {
  CallTree tree(trace, elements);
  std::map<UnitId, ElementGroup> byUnit;
  for (uint32_t i = 0; i != trace.size(); ++i) {
    EventIndex index{i};
    ElementGroup &group = byUnit[table.entry(trace.event(index).entry).unit];
    group.label = "statements";
    tree.add(group.elements, index);
  }
  std::vector<ElementGroup> groups;
  for (auto &[unit, group] : byUnit)
    if (group.elements.size() > 1)
      groups.push_back(std::move(group));
  largestFirst(groups);
  return groups;
}
