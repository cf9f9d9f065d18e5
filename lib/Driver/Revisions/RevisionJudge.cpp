// Judges whether a run fails in the same way as the run of the bad revision.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RevisionJudge.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

bool pinstripe::behavesAlike(const RunResult &left, const RunResult &right) {
  return isSameEnding(left.ending, right.ending) &&
         left.standardOutput == right.standardOutput;
}

/// Returns a text with `#` in place of each number.
static std::string withoutNumbers(llvm::StringRef text) {
  std::string result;
  for (char each : text)
    if (!llvm::isDigit(each))
      result += each;
    else if (result.empty() || result.back() != '#')
      result += '#';
  return result;
}

static bool isAlikeCrash(const RunResult &left, const RunResult &right) {
  return hasCrashed(left) && isSameEnding(left.ending, right.ending) &&
         withoutNumbers(crashMessage(left)) ==
             withoutNumbers(crashMessage(right));
}

llvm::Expected<RevisionJudge>
RevisionJudge::create(const PredicateSpec &spec, const BothRuns &runs,
                      const std::string &scratchDirectory,
                      const std::atomic<bool> *stop) {
  RevisionJudge judge(runs);
  PredicateSpec others = spec;
  if (hasCrashed(runs.bad)) {
    judge.looksForCrash = spec.isEmpty() || spec.sameCrash || spec.sameExit;
    others.sameCrash = others.sameExit = false;
  }
  if (others.isEmpty())
    return judge;
  if (llvm::Error error =
          createPredicate(others, runs.bad, scratchDirectory, stop)
              .moveInto(judge.predicate))
    return error;
  return judge;
}

std::string RevisionJudge::description() const {
  std::string text = looksForCrash ? "--same-crash" : "";
  if (predicate)
    text += (text.empty() ? "" : " ") + predicate->description();
  return text;
}

/// Returns the word for the reason why a run is UNRESOLVED.
static std::string causeWord(const Ending &ending) {
  switch (causeOf(ending).kind) {
  case UnresolvedCause::Kind::Crash:
    return "crash";
  case UnresolvedCause::Kind::Hang:
    return "hang";
  case UnresolvedCause::Kind::Limit:
    return "limit";
  case UnresolvedCause::Kind::Divergence:
  case UnresolvedCause::Kind::DecidedOtherwise:
  case UnresolvedCause::Kind::Undecided:
    break;
  }
  return "other behaviour";
}

llvm::Expected<Outcome> RevisionJudge::outcomeOf(const RunResult &result) {
  if (looksForCrash && !isAlikeCrash(result, runs.bad))
    return result.exited() && !hasCrashed(result) ? Outcome::Pass
                                                  : Outcome::Unresolved;
  if (predicate)
    return pinstripe::judge(*predicate, runs.bad, result);
  if (looksForCrash || behavesAlike(result, runs.bad))
    return Outcome::Fail;
  return behavesAlike(result, runs.good) ? Outcome::Pass : Outcome::Unresolved;
}

llvm::Expected<TestedRun> RevisionJudge::judge(const RunResult &result) {
  TestedRun tested;
  tested.ending = describeEnding(result.ending);
  tested.seconds = result.seconds;
  if (llvm::Error error = outcomeOf(result).moveInto(tested.outcome))
    return error;
  if (tested.outcome == Outcome::Unresolved)
    tested.cause = causeWord(result.ending);
  return tested;
}
