// Finds the call in the user's code that led to an event in a library header.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UserCode.h"

using namespace pinstripe;

/// Returns true if the statement of an event is in a file of the user: a file
/// in the folder with the traced sources, but not in a folder of the system
/// such as /usr/include.
static bool isUsers(const UnitTable &table, EventIndex event,
                    const Trace &trace) {
  FileId file = table.unitOf(trace.entryOf(event)).range.file;
  llvm::StringRef path = table.file(file);
  bool isSystem =
      path.starts_with("/usr/include/") || path.starts_with("/usr/lib");
  return table.isBelowSourceRoot(file) && !isSystem;
}

std::optional<EventIndex> pinstripe::userCaller(const UnitTable &table,
                                                const Trace &trace,
                                                EventIndex event) {
  if (isUsers(table, event, trace))
    return std::nullopt;
  std::optional<InvocationId> id = trace.invocationOf(event);
  for (; id; id = trace.invocation(*id).caller) {
    std::optional<EventIndex> parent = trace.invocation(*id).parent;
    if (parent && isUsers(table, *parent, trace))
      return parent;
  }
  return std::nullopt;
}
