// Lists the export formats, and says which results each of them needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_EXPORTS_H
#define PINSTRIPE_REPORT_EXPORTS_H

#include "pinstripe/Result/CaseReport.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// A format in which a case (a recorded run with all results about it) can be
/// exported.
struct ExportFormat {
  /// Says which results a case (a recorded run) must have so that it can be
  /// exported in a certain format.
  enum class Need : uint8_t {
    Recording, ///< The format needs only the recorded run.
    Reduction, ///< The format needs the result of `reduce`.
    Lines,     ///< The format needs the result of `locate` or of `reduce`.
    Tests,     ///< The format needs the tests of a reduction.
  };

  llvm::StringLiteral name;
  /// Says what a file in this format contains, and which tools read it.
  llvm::StringLiteral sentence;
  Need need;
  /// True if the format shows dependences between events, or values of
  /// variables. To find these, the export runs the program a few more times.
  bool needsRuns;
  void (*write)(const CaseReport &report, llvm::raw_ostream &stream);
};

/// Returns all formats, in the order in which the help lists them.
llvm::ArrayRef<ExportFormat> allExportFormats();

/// Finds a format by its name. Returns a UsageError that lists all names if
/// there is no such format.
llvm::Expected<ExportFormat> findExportFormat(llvm::StringRef name);

/// Returns a UsageError if the case (the recorded run with its results) lacks
/// something that the format shows. The error names the command with which the
/// user can add it.
llvm::Error checkExport(const CaseReport &report, const ExportFormat &format);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_EXPORTS_H
