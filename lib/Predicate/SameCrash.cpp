// The predicate --same-crash: the program crashes as in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Predicate/PredicateError.h"

using namespace pinstripe;

namespace {

class SameCrash : public Predicate {
public:
  explicit SameCrash(const RunResult &recorded) {
    reference.ending = recorded.ending;
    reference.standardError = recorded.standardError;
  }
  std::string description() const override { return "--same-crash"; }
  llvm::Expected<Outcome> test(const RunResult &result) override;

private:
  bool isReproducedBy(const RunResult &result) const;

  /// The recorded run. Only two members are set: how the run ended, and its
  /// standard error output.
  RunResult reference;
};

} // namespace

/// Returns true if the run crashed in the same execution of a statement as the
/// recorded run, not just in the same statement. Also returns true if it is not
/// known in which execution the recorded run crashed.
static bool isSameEvent(const Ending &recorded, const Ending &ending) {
  const auto *crashed = std::get_if<Crashed>(&recorded);
  return !crashed || !crashed->event ||
         crashed->event == std::get<Crashed>(ending).event;
}

bool SameCrash::isReproducedBy(const RunResult &result) const {
  if (hasCrashed(reference))
    return isSameCrash(reference, result) &&
           isSameEvent(reference.ending, result.ending);
  // This predicate accepts only a recorded run with a crash or a sanitizer's
  // report. So a recorded run that did not crash has such a report, and the
  // reports of the two runs are compared.
  auto report = sanitizerReport(result.standardError);
  return report && report->isSameAs(*sanitizerReport(reference.standardError));
}

llvm::Expected<Outcome> SameCrash::test(const RunResult &result) {
  if (isReproducedBy(result))
    return Outcome::Fail;
  return hasCrashed(result) ? Outcome::Unresolved : Outcome::Pass;
}

NewPredicate pinstripe::createSameCrash(const RunResult &recorded) {
  if (!hasCrashed(recorded) && !sanitizerReport(recorded.standardError))
    return llvm::make_error<UnfitPredicateError>(
        "--same-crash: the recorded run did not crash (" +
            describeEnding(recorded.ending) + ")",
        std::vector<std::string>{"--same-stdout", "--keep", "--same-exit",
                                 "--same-file", "--check"});
  return std::make_unique<SameCrash>(recorded);
}
