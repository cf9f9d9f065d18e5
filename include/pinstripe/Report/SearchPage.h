// Writes the page, shown in a browser, of a search that reduces an input or
// another circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The viewer is the same as that of pages about cases (see Page.h). The data is
// one JSON document. Its format is described in
// tools/pinstripe/manual/schema/search-page.schema.json.

#ifndef PINSTRIPE_REPORT_SEARCHPAGE_H
#define PINSTRIPE_REPORT_SEARCHPAGE_H

#include "pinstripe/Result/ActionSummary.h"
#include "pinstripe/Result/CallSummary.h"
#include "pinstripe/Result/OptionsSummary.h"
#include "pinstripe/Result/RevisionSummary.h"
#include "pinstripe/Result/ShownSearch.h"
#include "pinstripe/Result/SourceSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Each function `shownSearch` converts the result of one verb into the form
/// that the page shows. It leaves the member `command` empty; the caller sets
/// it.
ShownSearch shownSearch(const InputSummary &summary);
ShownSearch shownSearch(const ActionSummary &summary);
ShownSearch shownSearch(const OptionsSummary &summary);
ShownSearch shownSearch(const SourceSummary &summary);
ShownSearch shownSearch(const RevisionSummary &summary);
ShownSearch shownSearch(const CallSummary &summary);

/// Writes the page of a search. `viewer` is the HTML of the viewer, for which
/// checkViewer() must have returned success.
void writeSearchPage(const ShownSearch &search, llvm::StringRef viewer,
                     llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_SEARCHPAGE_H
