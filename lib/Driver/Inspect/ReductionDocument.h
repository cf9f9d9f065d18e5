// Reads what the JSON document of a reduction says about each event.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is one execution of a statement.

#ifndef PINSTRIPE_LIB_DRIVER_INSPECT_REDUCTIONDOCUMENT_H
#define PINSTRIPE_LIB_DRIVER_INSPECT_REDUCTIONDOCUMENT_H

#include "pinstripe/Result/EventValues.h"
#include "pinstripe/Result/KeptReason.h"
#include "llvm/Support/JSON.h"

namespace pinstripe {

/// The values that kept events read and wrote, and the reasons why the events
/// were kept.
struct DocumentedEvents {
  ValuesOfEvents values;
  KeptReasons reasons;
};

/// Reads the values and reasons in the document of a reduction. `events` is the
/// number of events of the run. Ignores events that the run does not have, and
/// everything that is not in the form in which `reduce` writes it.
DocumentedEvents readDocumentedEvents(const llvm::json::Value &document,
                                      size_t events);

/// Returns true if the document describes the result of a reduction that has
/// kept `kept` events, with the given predicates (conditions for runs) and the
/// given flow (which says who decides where control goes, such as the
/// recording).
bool isAboutResult(const llvm::json::Value &document, size_t kept,
                   const std::vector<std::string> &predicates,
                   llvm::StringRef flow);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_INSPECT_REDUCTIONDOCUMENT_H
