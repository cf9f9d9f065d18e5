// Remarks about lines of source that a CI system shows beside these lines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_ANNOTATIONS_H
#define PINSTRIPE_REPORT_ANNOTATIONS_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/LocateSummary.h"
#include "pinstripe/Result/MutationSummary.h"
#include "pinstripe/Result/OmissionSummary.h"
#include "pinstripe/Result/ReductionSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// A remark about some lines of source.
struct Annotation {
  /// A warning is a hint that the lines are wrong. A notice is a fact about
  /// them, such as that the output needs them.
  enum class Level : uint8_t { Notice, Warning } level = Level::Warning;
  std::string file; ///< Absolute path.
  uint32_t line = 0, endLine = 0;
  std::string title;
  /// The text of the annotation; it can have several lines.
  std::string message;
};

/// How many annotations GitHub shows of one kind for each step of a job.
inline constexpr size_t maxAnnotations = 10;

/// Returns annotations for the most important lines of a result, at most `max`.
/// If a reduction, `mutate` or `omit --critical` has more lines, the last
/// annotation says how many.
std::vector<Annotation> annotationsOf(const LocateSummary &summary, size_t max);
std::vector<Annotation> annotationsOf(const ChangeSummary &summary, size_t max);
std::vector<Annotation> annotationsOf(const MutationSummary &summary,
                                      size_t max);
/// The lines of a reduction are those with critical instances. Neighbouring
/// lines share an annotation. Lines that were executed last are preferred, and
/// are listed in the order of files and lines.
std::vector<Annotation> annotationsOf(const ReductionSummary &summary,
                                      size_t max);
std::vector<Annotation> annotationsOf(const CriticalSummary &summary,
                                      size_t max);

/// Writes annotations in the form that GitHub Actions recognises in the output
/// of a step: `::warning file=a.c,line=3,endLine=3,title=...::message`. `root`
/// is an absolute path; paths of files below this folder are written relative
/// to it.
void writeGitHubAnnotations(llvm::ArrayRef<Annotation> annotations,
                            llvm::StringRef root, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_ANNOTATIONS_H
