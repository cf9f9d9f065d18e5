// Makes annotations for CI systems from results, and writes them for GitHub.
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

/// A remark about lines of source. A CI system such as GitHub Actions shows it
/// beside these lines.
struct Annotation {
  /// A warning says that the lines may be wrong. A notice says a fact about
  /// them, for example that the output needs them.
  enum class Level : uint8_t { Notice, Warning } level = Level::Warning;
  std::string file; ///< Absolute path.
  uint32_t line = 0, endLine = 0;
  std::string title;
  /// The text of the annotation; it can have several lines.
  std::string message;
};

/// The largest number of annotations of one kind that GitHub shows for each
/// step of a job.
inline constexpr size_t maxAnnotations = 10;

/// Returns at most `max` annotations, for the most important lines of a result.
/// If the result of a reduction, of `mutate` or of `omit --critical` has more
/// lines, the last annotation says how many more.
std::vector<Annotation> annotationsOf(const LocateSummary &summary, size_t max);
std::vector<Annotation> annotationsOf(const ChangeSummary &summary, size_t max);
std::vector<Annotation> annotationsOf(const MutationSummary &summary,
                                      size_t max);
/// Makes annotations for the source lines that are critical: those with a
/// statement instance that the output needs. Neighbouring lines share an
/// annotation. If there are more than `max` annotations, keeps those whose
/// lines were executed last. Sorts the annotations by file and line.
std::vector<Annotation> annotationsOf(const ReductionSummary &summary,
                                      size_t max);
std::vector<Annotation> annotationsOf(const CriticalSummary &summary,
                                      size_t max);

/// Writes annotations in the form that GitHub Actions recognises in the output
/// of a step: `::warning file=a.c,line=3,endLine=3,title=...::message`. `root`
/// is the absolute path of a folder. Paths of files below this folder are
/// written relative to it.
void writeGitHubAnnotations(llvm::ArrayRef<Annotation> annotations,
                            llvm::StringRef root, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_ANNOTATIONS_H
