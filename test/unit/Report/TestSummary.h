// Makes the result of a reduction for tests of reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_REPORT_TESTSUMMARY_H
#define PINSTRIPE_TEST_UNIT_REPORT_TESTSUMMARY_H

#include "TestSupport/PaperProgram.h"
#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace pinstripe {

/// A folder with one source file.
class SourceFile {
public:
  explicit SourceFile(llvm::StringRef text)
      : folder(llvm::cantFail(TemporaryDirectory::create())) {
    std::error_code error;
    llvm::raw_fd_ostream(path(), error) << text;
  }
  std::string path() const { return folder.file("sample.c"); }

private:
  TemporaryDirectory folder;
};

/// Returns the paper's first result with plausible counts and times.
inline ReductionSummary paperSummary(const UnitTable &table,
                                     const Trace &trace) {
  ReductionSummary summary{{"0.1.0", {}, {"lldb", ""}, table, trace},
                           paperReducedTrace()};
  summary.theCase.program = "./sample";
  summary.theCase.standardInput = "in.txt";
  summary.theCase.predicates = {"--keep 'sum = .*|mul = .*'"};
  summary.certificate.minimality = Minimality::OneMinimal;
  summary.tests = {48, 0, 7, 30, 12, 6, 5, 1, 0, 0, 0};
  summary.totalSeconds = 3.1;
  summary.time = {0.25, 2.5, 50, 60.5};
  return summary;
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_REPORT_TESTSUMMARY_H
