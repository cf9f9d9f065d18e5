// Writes the page of `pinstripe report`, which opens in a browser.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/Page.h"
#include "Page/PageData.h"
#include "Page/PageElement.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

llvm::Error pinstripe::checkViewer(llvm::StringRef viewer) {
  if (viewer.count(pageDataMark) == 1)
    return llvm::Error::success();
  return llvm::make_error<UsageError>(
      "the viewer can't be used: it must have the comment " +
      pageDataMark.str() + " just once");
}

void pinstripe::writePage(const CaseReport &report, llvm::StringRef viewer,
                          llvm::raw_ostream &stream) {
  auto [head, tail] = viewer.split(pageDataMark);
  std::vector<PageSet> sets = pageSets(report);
  PageTests tests = pageTests(report);
  PageColumns columns = pageColumns(report, sets, tests);
  std::string meta = pageMeta(report, sets, tests, columns);
  stream << head;
  writePageElement("meta", packText(meta), stream);
  for (const PageColumn &column : columns.all())
    writePageElement("column-" + column.name, column.packed, stream);
  stream << tail;
}
