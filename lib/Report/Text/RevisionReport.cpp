// Writes the result of `changes` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// Writes the report part by part.
class RevisionReport {
public:
  RevisionReport(const RevisionSummary &summary, TextStyle style,
                 llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream) {}
  void write();

private:
  void line(Emphasis emphasis, const llvm::Twine &text);
  void writeCommits();
  void writeHeadline();
  void writeHunk(const KeptHunk &hunk);
  void writeTests();
  void writeEnd();
  std::string lineNumbers(const KeptHunk &hunk) const;
  std::string reasonOf(const KeptHunk &hunk) const;

  const RevisionSummary &summary;
  TextStyle style;
  llvm::raw_ostream &stream;
};

} // namespace

void RevisionReport::line(Emphasis emphasis, const llvm::Twine &text) {
  writeStyled(stream, style, emphasis, fitted(text.str(), style.width));
  stream << '\n';
}

static std::string describe(const RevisionName &revision) {
  std::string text = revision.name;
  if (revision.id.empty() || revision.subject.empty())
    return text;
  if (!llvm::StringRef(revision.id).starts_with(text))
    text += " (" + revision.id.substr(0, 12) + ")";
  return text + " " + revision.subject;
}

void RevisionReport::writeCommits() {
  if (!summary.commits)
    return;
  const CommitRange &range = *summary.commits;
  bool isOne = range.suspects.size() == 1;
  line(Emphasis::Plain, counted(range.commits, "commit") + " after " +
                            summary.good.name + "; the failure begins with " +
                            (isOne ? "this one" : "one of these") + " (" +
                            counted(range.tests, "test") + "):");
  for (const RevisionName &suspect : range.suspects)
    line(isOne ? Emphasis::Critical : Emphasis::Plain,
         "  " + describe(suspect) +
             (suspect.author.empty() ? "" : " (" + suspect.author + ")"));
  if (!isOne)
    line(Emphasis::Plain, summary.interrupted
                              ? "  the search ended before it was known which"
                              : "  the others between them can't be tested");
}

void RevisionReport::writeHeadline() {
  std::string text = counted(summary.changes, "changed line") + " in " +
                     counted(summary.hunks, "hunk") + " of " +
                     counted(summary.files, "file");
  text += summary.commits && summary.commits->suspects.size() == 1
              ? " of that commit"
              : " between " + summary.base.name + " and " + summary.bad.name;
  text += ", " + std::to_string(summary.keptChanges) +
          (summary.keptChanges == 1 ? " makes the failure"
                                    : " together make the failure");
  if (summary.minimality == Minimality::OneMinimal)
    text += summary.grain == "lines" ? " (1-minimal)"
                                     : " (1-minimal by " + summary.grain + ")";
  if (summary.interrupted)
    text += ", interrupted";
  if (summary.exhausted)
    text += ", ended by --max-time";
  line(Emphasis::Strong, text + ", " + counted(summary.tests, "test") + ", " +
                             describeSeconds(summary.totalSeconds));
}

/// Returns the reason why a hunk is in the result, as a sentence.
std::string RevisionReport::reasonOf(const KeptHunk &hunk) const {
  const HunkReason &reason = hunk.without;
  if (reason.seen.empty())
    return "not tried without it";
  if (reason.outcome == Outcome::Pass)
    return "without it, the failure is gone: " + reason.seen;
  if (reason.outcome == Outcome::Fail)
    return "without it, the failure is still there: the search was not over";
  if (reason.cause == "build")
    return "without it, the build fails: " + reason.seen;
  return "without it, the program does something else: " + reason.seen;
}

std::string RevisionReport::lineNumbers(const KeptHunk &hunk) const {
  return hunk.newLine == 0 ? "" : ":" + std::to_string(hunk.newLine);
}

void RevisionReport::writeHunk(const KeptHunk &hunk) {
  stream << '\n';
  line(Emphasis::Heading,
       hunk.file + lineNumbers(hunk) +
           (hunk.function.empty() ? "" : "  " + hunk.function));
  for (const std::string &each : hunk.lines)
    line(Emphasis::Critical, "  " + each);
  bool isNamedAbove = summary.commits && summary.commits->suspects.size() == 1;
  if (!hunk.commit.name.empty() && !isNamedAbove)
    line(Emphasis::Dim, "  commit " + describe(hunk.commit));
  line(Emphasis::Dim, "  " + reasonOf(hunk));
}

void RevisionReport::writeTests() {
  std::string text = counted(summary.tests, "test") + ": " +
                     std::to_string(summary.fail) + " fail, " +
                     std::to_string(summary.pass) + " pass, " +
                     std::to_string(summary.unresolved) + " unresolved";
  llvm::SmallVector<std::string> causes;
  for (const auto &[cause, count] : summary.causes)
    causes.push_back(std::to_string(count) + " " + cause);
  if (!causes.empty())
    text += " (" + llvm::join(causes, ", ") + ")";
  if (summary.remembered > 0)
    text += "; " + std::to_string(summary.remembered) +
            " more answered from memory";
  line(Emphasis::Dim, text);
}

void RevisionReport::writeEnd() {
  stream << '\n';
  if (summary.confirmed && !*summary.confirmed)
    line(Emphasis::Critical,
         "not confirmed: built in an empty folder, the result does not fail; "
         "search again with --clean");
  if (!summary.patchFile.empty())
    line(Emphasis::Plain,
         "patch: " + summary.patchFile + " (for " + summary.base.name + ")");
  writeTests();
}

void RevisionReport::write() {
  line(Emphasis::Plain,
       "good: " + describe(summary.good) + ": " + summary.goodRun);
  line(Emphasis::Plain,
       "bad:  " + describe(summary.bad) + ": " + summary.badRun);
  writeCommits();
  writeHeadline();
  constexpr size_t mostHunks = 20;
  llvm::ArrayRef<KeptHunk> shown = summary.kept;
  for (const KeptHunk &hunk : shown.take_front(mostHunks))
    writeHunk(hunk);
  if (shown.size() > mostHunks) {
    stream << '\n';
    line(Emphasis::Dim, "and " +
                            counted(shown.size() - mostHunks, "more hunk") +
                            ", which the patch has");
  }
  writeEnd();
}

void pinstripe::writeRevisions(const RevisionSummary &summary, TextStyle style,
                               llvm::raw_ostream &stream) {
  RevisionReport(summary, style, stream).write();
}
