// Writes the page of `pinstripe report`, which opens in a browser.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page consists of a viewer and the data of a case. The viewer is an
// application that is built from tools/viewer. It is one HTML file. The data
// replaces a comment in this file. A part of the data is a JSON document,
// called meta. The other parts are arrays of numbers, called columns. A column
// has one element for each event, test or dependence. The data is compressed by
// zlib and written in base64, so that a browser can decode it without the help
// of a server. tools/pinstripe/manual/schema/report.schema.json describes the
// data.

#ifndef PINSTRIPE_REPORT_PAGE_H
#define PINSTRIPE_REPORT_PAGE_H

#include "pinstripe/Result/CaseReport.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Version of the data in the page. It is raised when the meaning of a field or
/// column changes, but not when one is added.
inline constexpr int pageFormatVersion = 1;

/// The comment in the HTML of the viewer in whose place the data of a case is
/// put.
inline constexpr llvm::StringLiteral pageDataMark("<!-- pinstripe:data -->");

/// Returns a UsageError if the HTML of `viewer` does not contain pageDataMark
/// exactly once.
llvm::Error checkViewer(llvm::StringRef viewer);

/// Writes the page of a case, an HTML file. `viewer` is the HTML of the viewer,
/// which checkViewer() must have accepted.
void writePage(const CaseReport &report, llvm::StringRef viewer,
               llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PAGE_H
