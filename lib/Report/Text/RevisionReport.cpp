// Writes the result of `changes` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// Writes the result of `pinstripe changes`, one part after the other.
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
  std::string describeResult() const;
  void writeOpen(const OpenParts &open);
  void writeHunk(const KeptHunk &hunk);
  void writeTests();
  void writeEnd();
  std::string lineNumbers(const KeptHunk &hunk) const;
  std::string whyStillInResult() const;
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
  constexpr size_t mostSuspects = 20;
  llvm::ArrayRef<RevisionName> suspects = range.suspects;
  for (const RevisionName &suspect : suspects.take_front(mostSuspects))
    line(isOne ? Emphasis::Critical : Emphasis::Plain,
         "  " + describe(suspect) +
             (suspect.author.empty() ? "" : " (" + suspect.author + ")"));
  if (suspects.size() > mostSuspects)
    line(Emphasis::Plain,
         "  and " + counted(suspects.size() - mostSuspects, "later commit"));
  if (!isOne)
    line(Emphasis::Plain, range.isFinished
                              ? "  those before the last one can't be tested"
                              : "  the search ended before it was known which");
}

/// Returns how many changes the result has, and what this means: "2 together
/// make the failure". The meaning depends on the form of the search (minimise,
/// maximise or isolate).
std::string RevisionReport::describeResult() const {
  uint64_t between = summary.keptChanges;
  std::string kept = std::to_string(between);
  if (summary.open)
    return "not finished: " + kept + (between == 1 ? " is left" : " are left");
  switch (summary.form) {
  case SearchForm::Minimise:
    return kept +
           (between == 1 ? " makes the failure" : " together make the failure");
  case SearchForm::Maximise:
    return "all but " + kept + " do no harm";
  case SearchForm::Isolate:
    return kept + (between == 1 ? " decides whether it fails"
                                : " together decide whether it fails");
  }
  llvm_unreachable("no other forms");
}

void RevisionReport::writeHeadline() {
  std::string text = counted(summary.changes, "changed line") + " in " +
                     counted(summary.hunks, "hunk") + " of " +
                     counted(summary.files, "file");
  text += summary.commits && summary.commits->suspects.size() == 1
              ? " of that commit"
              : " between " + summary.base.name + " and " + summary.bad.name;
  text += ", " + describeResult();
  if (summary.minimality != Minimality::None)
    text += " (" + minimalityName(summary.minimality).str() +
            (summary.grain == "lines" ? ")" : " by " + summary.grain + ")");
  if (summary.interrupted)
    text += ", interrupted";
  if (summary.exhausted)
    text += ", ended by --max-time";
  line(Emphasis::Strong, text + ", " + counted(summary.tests, "test") + ", " +
                             describeSeconds(summary.totalSeconds));
  if (summary.open)
    writeOpen(*summary.open);
}

/// Says how far the search came before it was stopped: how many of the
/// remaining parts of the changes are known to be needed.
void RevisionReport::writeOpen(const OpenParts &open) {
  bool isMinimised = summary.form == SearchForm::Minimise;
  std::string text = isMinimised ? "  what is left makes the failure, but "
                                 : "  what is left decides, but ";
  std::string tried =
      summary.form == SearchForm::Maximise ? "added" : "left out";
  // The word for the kind of parts is a plural, such as "hunks". The singular
  // is the word without its last letter.
  std::string part = llvm::StringRef(open.grain).drop_back().str();
  if (summary.levels.empty())
    text += "no part of it has been " + tried + " yet";
  else if (open.needed >= open.parts)
    text +=
        "smaller parts than " + open.grain + " have not been " + tried + " yet";
  else if (open.needed == 0)
    text += "none of its " + counted(open.parts, part) +
            " is known to be needed yet";
  else
    text += "only " + std::to_string(open.needed) + " of its " +
            counted(open.parts, part) +
            (open.needed == 1 ? " is known to be needed"
                              : " are known to be needed");
  line(Emphasis::Plain, text);
  line(Emphasis::Plain, "  the same command goes on from here");
}

/// Returns words for the part that a test left out or added, such as a hunk or
/// its file.
static std::string partOfReason(llvm::StringRef grain) {
  if (grain == "commits")
    return "the changes of its commit";
  if (grain == "files")
    return "the changes of its file";
  if (grain == "functions")
    return "the changes of its function";
  return "it";
}

/// Returns the end of a sentence about a hunk (a block of changed lines) whose
/// test has shown that it is not needed. Says why the hunk is in the result all
/// the same.
std::string RevisionReport::whyStillInResult() const {
  if (summary.open)
    return ": the search was not over";
  std::string tried =
      summary.form == SearchForm::Maximise ? "added" : "left out";
  // A failure may need each line of the hunk, although it does not need the
  // hunk as a whole. For example, a program may not build with only a part of
  // the hunk.
  if (summary.grain == "lines")
    return ", although none of its lines can be " + tried + " alone";
  return ": parts smaller than " + summary.grain + " were not " + tried +
         "; --by lines does that";
}

/// Returns a sentence that says why the hunk is needed in the result, or that
/// this was not tested yet.
std::string RevisionReport::reasonOf(const KeptHunk &hunk) const {
  const HunkReason &reason = hunk.reason;
  bool isMaximised = summary.form == SearchForm::Maximise;
  std::string with = isMaximised ? "with " : "without ";
  if (!reason.outcome)
    return "open: not yet tried " + with + "it";
  std::string text = with + partOfReason(reason.grain);
  if (*reason.outcome == Outcome::Pass) {
    if (isMaximised)
      return text + ", there is still no failure" + whyStillInResult();
    text += ", the failure is gone";
  } else if (*reason.outcome == Outcome::Fail) {
    if (!isMaximised)
      return text + ", the failure is still there" + whyStillInResult();
    text += ", the failure is there";
  } else if (reason.cause == "build")
    text += ", the build fails";
  else if (reason.seen.empty())
    text += ", the build fails or the program does something else";
  else
    text += ", the program does something else";
  return reason.seen.empty() ? text : text + ": " + reason.seen;
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
         "not confirmed: built in an empty folder, the result does something "
         "else; search again with --clean");
  std::string base = "for " + summary.base.name;
  bool hasBoth = summary.patch && summary.passingPatch;
  if (summary.patch && !summary.patchFile.empty())
    line(Emphasis::Plain, "patch: " + summary.patchFile + " (" + base +
                              (hasBoth ? ", which then fails)" : ")"));
  if (summary.passingPatch && !summary.passingFile.empty())
    line(Emphasis::Plain, "patch: " + summary.passingFile + " (" + base +
                              ", which then passes)");
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
