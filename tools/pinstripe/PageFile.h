// Writes HTML pages about cases and searches into files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_PAGEFILE_H
#define PINSTRIPE_TOOLS_PAGEFILE_H

#include "pinstripe/Result/CaseReport.h"
#include "pinstripe/Result/ShownSearch.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Returns the HTML of the viewer (the page that shows reports) that was built
/// into this tool. If the tool was built without the viewer, returns a
/// UsageError that says what to do. If `file` is not empty, returns the content
/// of that file instead.
llvm::Expected<std::string> viewerPage(const std::string &file);

/// Writes the HTML page about a case to the file `path`, as a whole or not at
/// all. The path "-" stands for standard output. Returns the size of the page
/// in bytes.
llvm::Expected<uint64_t> writePageFile(CaseReport &report,
                                       llvm::StringRef viewer,
                                       const std::string &path);

/// Returns an error if the page of the option `--report` can't be made. Call
/// this function before the work of the verb begins. An empty path is allowed,
/// since it means that there is no page.
llvm::Error checkPageFile(const std::string &path);

/// Writes the HTML page about a search to the file `path`. Then prints a
/// sentence about the file on standard error. Does nothing if `path` is empty.
/// `typed` is the command line of the tool; the page shows it.
llvm::Error writeSearchPageFile(ShownSearch search,
                                std::vector<std::string> typed,
                                const std::string &path);

/// Returns a sentence about a page file, such as "report.html: 412 kB, open it
/// in a browser".
std::string describePage(const std::string &path, uint64_t bytes);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_PAGEFILE_H
