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

/// Says which events an element of the reduction stands for: one event, or
/// several that go in or out together. Pinned events belong to no element,
/// they are always executed.
///
/// Glued are the construction of an object and the cleanup that destroys it:
/// in each invocation, a cleanup event and the latest instance of each
/// declaration that it is linked with, if that came after the cleanup's
/// previous instance. What is glued to a pinned event is pinned.
class ElementMap {
public:
  ElementMap(const UnitTable &table, const Trace &trace);

  /// The number of elements, in the order of their first events.
  size_t size() const { return elements.size(); }
  llvm::ArrayRef<EventIndex> eventsOf(Element element) const {
    return elements[static_cast<size_t>(element)];
  }
  const EventSet &pinnedEvents() const { return pinned; }

  /// The partial execution that the configuration means: its events and the
  /// pinned ones, as far as their invocations happen. Different
  /// configurations can mean the same one.
  EventSet executedEvents(const Configuration &configuration) const;

private:
  const Trace &trace;
  std::vector<std::vector<EventIndex>> elements;
  EventSet pinned;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_ELEMENTMAP_H
