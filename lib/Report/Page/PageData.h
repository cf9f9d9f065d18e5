// Converts the report of a case to the data that its HTML page contains.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_PAGEDATA_H
#define PINSTRIPE_LIB_REPORT_PAGEDATA_H

#include "Page/PageColumns.h"
#include "pinstripe/Result/CaseReport.h"

namespace pinstripe {

/// A set of events that the page of a report shows, such as the kept events.
struct PageSet {
  /// The name of the set: "kept", "full", "data", "guarded" or "pinned". The
  /// clean-ups among the events of "kept" and "guarded" are also sets of their
  /// own, "cleanups" and "guarded-cleanups".
  std::string name;
  EventSet events;
};

/// Returns those sets of events of a case that are known, such as the kept
/// events.
std::vector<PageSet> pageSets(const CaseReport &report);

/// Says which tests of a reduction the page shows, and with how many bits for
/// each test.
struct PageTests {
  std::vector<size_t> shown; ///< The indices of the shown tests.
  /// The number of bits that the page has for each test. A bit says whether the
  /// test was to execute an event. If the run has more events than bits, each
  /// bit stands for several events.
  size_t width = 0;
};

PageTests pageTests(const CaseReport &report);

/// Returns all columns (arrays of numbers) of the page.
PageColumns pageColumns(const CaseReport &report, llvm::ArrayRef<PageSet> sets,
                        const PageTests &tests);

/// Returns the JSON document with which a page describes its case: a recorded
/// run with its results.
std::string pageMeta(const CaseReport &report, llvm::ArrayRef<PageSet> sets,
                     const PageTests &tests, const PageColumns &columns);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_PAGEDATA_H
