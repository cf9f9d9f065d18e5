// Creates the predicates that the user asked for, which compare a run with the
// recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Predicate/Predicate.h"
#include "Predicates.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// A predicate that holds if all of several other predicates hold.
class AllOf : public Predicate {
public:
  explicit AllOf(std::vector<std::unique_ptr<Predicate>> predicates)
      : predicates(std::move(predicates)) {}
  std::string description() const override;
  llvm::Expected<Outcome> test(const RunResult &result) override;

private:
  std::vector<std::unique_ptr<Predicate>> predicates;
};

} // namespace

std::string AllOf::description() const {
  return llvm::join(
      llvm::map_range(predicates,
                      [](const auto &each) { return each->description(); }),
      " ");
}

/// Returns PASS (not reproduced) if one of the predicates returns PASS.
/// Otherwise, returns UNRESOLVED if one of them returns UNRESOLVED, and FAIL if
/// all return FAIL.
llvm::Expected<Outcome> AllOf::test(const RunResult &result) {
  Outcome combined = Outcome::Fail;
  for (const std::unique_ptr<Predicate> &predicate : predicates) {
    llvm::Expected<Outcome> outcome = predicate->test(result);
    if (!outcome || *outcome == Outcome::Pass)
      return outcome;
    if (*outcome == Outcome::Unresolved)
      combined = Outcome::Unresolved;
  }
  return combined;
}

bool PredicateSpec::isEmpty() const {
  return !sameStdout && !sameStderr && !sameExit && !sameCrash &&
         keep.empty() && sameFiles.empty() && !sameWrittenFiles &&
         watches.empty() && checks.empty();
}

PredicateSpec PredicateSpec::completedFor(const RunResult &recorded) const {
  PredicateSpec completed = *this;
  if (hasCrashed(recorded) && (isEmpty() || sameExit))
    completed.sameCrash = true;
  return completed;
}

/// Creates the predicates that `spec` asks for, and calls `add` with each of
/// them. The cheap ones come first. If a call of `add` returns an error,
/// returns this error and creates no further predicates.
static llvm::Error
forEachPredicate(const PredicateSpec &spec, const RunResult &recorded,
                 const CheckSettings &settings,
                 llvm::function_ref<llvm::Error(NewPredicate)> add) {
  if (spec.sameExit)
    if (llvm::Error error = add(createSameExit(recorded)))
      return error;
  if (spec.sameCrash)
    if (llvm::Error error = add(createSameCrash(recorded)))
      return error;
  if (spec.sameStdout || spec.isEmpty())
    if (llvm::Error error = add(createSameStdout(recorded)))
      return error;
  PredicateSpec others = spec;
  others.sameStderr = false;
  if (spec.sameStderr)
    if (llvm::Error error = add(createSameStderr(recorded, others.isEmpty())))
      return error;
  for (const std::string &path : spec.sameFiles)
    if (llvm::Error error = add(createSameFile(path, recorded)))
      return error;
  for (auto [index, text] : llvm::enumerate(spec.watches))
    if (llvm::Error error = add(createSameValue(text, index, recorded)))
      return error;
  for (const std::string &expression : spec.keep)
    if (llvm::Error error = add(createKeep(expression, recorded)))
      return error;
  for (auto [index, commandLine] : llvm::enumerate(spec.checks)) {
    CheckSettings own = settings;
    own.folder += "/check-" + std::to_string(index + 1);
    if (llvm::Error error = add(createCheck(commandLine, recorded, own)))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Predicate>>
pinstripe::createPredicate(const PredicateSpec &spec, const RunResult &recorded,
                           const std::string &scratchDirectory,
                           const std::atomic<bool> *interrupted) {
  CheckSettings settings;
  settings.folder = scratchDirectory;
  settings.interrupted = interrupted;
  std::vector<std::unique_ptr<Predicate>> all;
  auto add = [&all](NewPredicate predicate) -> llvm::Error {
    return std::move(predicate).moveInto(all.emplace_back());
  };
  if (llvm::Error error = forEachPredicate(spec.completedFor(recorded),
                                           recorded, settings, add))
    return error;
  if (all.size() == 1)
    return std::move(all.front());
  return std::make_unique<AllOf>(std::move(all));
}

static bool crashedAlike(const RunResult &recorded, const RunResult &result) {
  const auto *before = std::get_if<Crashed>(&recorded.ending);
  const auto *now = std::get_if<Crashed>(&result.ending);
  return before && now && before->signal == now->signal;
}

llvm::Expected<Outcome> pinstripe::judge(Predicate &predicate,
                                         const RunResult &recorded,
                                         const RunResult &result) {
  if (!result.exited() && !crashedAlike(recorded, result))
    return Outcome::Unresolved;
  return predicate.test(result);
}
