//===- ElementMap.cpp - What the reducer keeps or removes -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/ElementMap.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include <map>

using namespace pinstripe;

namespace {

/// Joins the events that are glued.
class Gluing {
public:
  Gluing(const UnitTable &table, const Trace &trace)
      : table(table), trace(trace), groups(trace.size()) {
    for (const CleanupLink &link : table.cleanupLinks)
      declarationsOf[link.cleanup].push_back(link.declaration);
  }

  llvm::IntEqClasses &run() {
    if (!declarationsOf.empty())
      for (size_t i = 0; i != trace.allInvocations().size(); ++i)
        glueInvocation(InvocationId(i));
    groups.compress();
    return groups;
  }

private:
  void glueInvocation(InvocationId id);
  void glueCleanup(EventIndex cleanup, llvm::ArrayRef<UnitId> declarations);

  const UnitTable &table;
  const Trace &trace;
  llvm::IntEqClasses groups;
  std::map<UnitId, std::vector<UnitId>> declarationsOf;
  /// The latest event of each unit in the invocation at hand.
  std::map<UnitId, EventIndex> latest;
};

} // namespace

void Gluing::glueInvocation(InvocationId id) {
  latest.clear();
  for (EventIndex index : trace.eventsOf(id)) {
    UnitId unit = table.entry(trace.event(index).entry).unit;
    auto declarations = declarationsOf.find(unit);
    if (declarations != declarationsOf.end())
      glueCleanup(index, declarations->second);
    latest[unit] = index;
  }
}

void Gluing::glueCleanup(EventIndex cleanup,
                         llvm::ArrayRef<UnitId> declarations) {
  UnitId unit = table.entry(trace.event(cleanup).entry).unit;
  auto previous = latest.find(unit);
  for (UnitId declaration : declarations) {
    auto constructed = latest.find(declaration);
    bool isPending =
        constructed != latest.end() &&
        (previous == latest.end() || previous->second < constructed->second);
    if (isPending)
      groups.join(static_cast<unsigned>(constructed->second),
                  static_cast<unsigned>(cleanup));
  }
}

ElementMap::ElementMap(const UnitTable &table, const Trace &trace)
    : trace(trace), pinned(trace.size()) {
  Gluing gluing(table, trace);
  llvm::IntEqClasses &groups = gluing.run();
  std::vector<bool> isPinnedGroup(groups.getNumClasses());
  for (unsigned i = 0; i != trace.size(); ++i)
    if (table.unitOf(trace.event(EventIndex{i}).entry).isPinned())
      isPinnedGroup[groups[i]] = true;
  llvm::DenseMap<unsigned, size_t> elementOfGroup;
  for (unsigned i = 0; i != trace.size(); ++i) {
    if (isPinnedGroup[groups[i]]) {
      pinned.set(i);
      continue;
    }
    auto [place, isNew] =
        elementOfGroup.try_emplace(groups[i], elements.size());
    if (isNew)
      elements.emplace_back();
    elements[place->second].push_back(EventIndex{i});
  }
}

EventSet ElementMap::executedEvents(const Configuration &configuration) const {
  EventSet included = pinned;
  for (Element element : configuration.members())
    for (EventIndex index : eventsOf(element))
      included.set(static_cast<unsigned>(index));
  return trace.feasible(included);
}
