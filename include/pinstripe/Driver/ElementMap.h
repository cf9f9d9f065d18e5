//===- ElementMap.h - What the reducer keeps or removes ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_ELEMENTMAP_H
#define PINSTRIPE_DRIVER_ELEMENTMAP_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// What an element of the reduction stands for.
enum class Granularity : uint8_t {
  Instance,  ///< one event
  Statement, ///< all events of a statement unit
};

/// "instance", "statement".
llvm::StringRef granularityName(Granularity granularity);

/// Says which events an element stands for: one, or all of a statement, or
/// several of these that go in or out together. Pinned events belong to no
/// element, they are always executed.
///
/// Glued are the construction of an object and the cleanup that destroys it:
/// in each invocation, a cleanup event and the latest instance of each
/// declaration that it is linked with, if that came after the cleanup's
/// previous instance; and the statements, where elements are such. What is
/// glued to a pinned event is pinned.
///
/// Takes 4 bytes an event where elements are instances, else next to nothing.
class ElementMap {
public:
  ElementMap(const UnitTable &table, const Trace &trace,
             Granularity granularity = Granularity::Instance);
  /// Instances among `candidates` only; what is neither one of them nor
  /// pinned is never executed.
  ElementMap(const UnitTable &table, const Trace &trace,
             const EventSet &candidates);

  /// The number of elements, in the order of their first events.
  size_t size() const { return count; }
  Granularity granularity() const { return theGranularity; }
  /// None: pinned, or no candidate.
  std::optional<Element> elementOf(EventIndex index) const;
  const EventSet &pinnedEvents() const { return pinned; }

  /// The partial execution that the configuration means: its events and the
  /// pinned ones, as far as their invocations happen. Different
  /// configurations can mean the same one. Takes some 3 ns an event.
  EventSet executedEvents(const Configuration &configuration) const;

private:
  void mapInstances(const UnitTable &table, const EventSet *candidates);
  void mapStatements(const UnitTable &table);

  const Trace *trace;
  Granularity theGranularity;
  size_t count = 0;
  GrowingArray<uint32_t> elements; ///< of each event, or of each entry
  EventSet pinned;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_ELEMENTMAP_H
