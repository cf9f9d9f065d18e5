// Creates the predicates that the user asked for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Predicate/Predicate.h"

#include "Check.h"
#include "Keep.h"
#include "SameExit.h"
#include "SameFile.h"
#include "SameOutput.h"
#include "SameValue.h"

using namespace pinstripe;

namespace {

/// Several predicates, all of which must hold.
class AllOf : public Predicate {
public:
  explicit AllOf(std::vector<std::unique_ptr<Predicate>> predicates)
      : predicates(std::move(predicates)) {}
  std::string description() const override;
  llvm::Expected<Outcome> test(const RunResult &result) override;

private:
  std::vector<std::unique_ptr<Predicate>> predicates;
};

/// Creates the predicates of a specification, cheap ones first.
class PredicateList {
public:
  PredicateList(const PredicateSpec &spec, const RunResult &recorded)
      : spec(spec), recorded(recorded) {}
  llvm::Error addSameOutput();
  llvm::Error addSameFiles();
  llvm::Error addSameValues();
  llvm::Error addKeep();
  llvm::Error addChecks(const CheckSettings &settings);
  std::unique_ptr<Predicate> take();

private:
  llvm::Error add(llvm::Expected<std::unique_ptr<Predicate>> predicate);

  const PredicateSpec &spec;
  const RunResult &recorded;
  std::vector<std::unique_ptr<Predicate>> predicates;
};

} // namespace

std::string AllOf::description() const {
  std::string text;
  for (const std::unique_ptr<Predicate> &predicate : predicates)
    text += (text.empty() ? "" : " ") + predicate->description();
  return text;
}

/// A PASS of one predicate decides, whatever the others would answer.
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

llvm::Error
PredicateList::add(llvm::Expected<std::unique_ptr<Predicate>> predicate) {
  if (!predicate)
    return predicate.takeError();
  predicates.push_back(std::move(*predicate));
  return llvm::Error::success();
}

llvm::Error PredicateList::addSameOutput() {
  if (spec.sameExit)
    predicates.push_back(createSameExit(recorded));
  if (spec.sameStdout || spec.isEmpty())
    if (llvm::Error error = add(createSameStdout(recorded)))
      return error;
  if (!spec.sameStderr)
    return llvm::Error::success();
  PredicateSpec others = spec;
  others.sameStderr = false;
  return add(createSameStderr(recorded, /*isOnly=*/others.isEmpty()));
}

llvm::Error PredicateList::addSameFiles() {
  for (const std::string &path : spec.sameFiles)
    if (llvm::Error error = add(createSameFile(path, recorded)))
      return error;
  return llvm::Error::success();
}

llvm::Error PredicateList::addSameValues() {
  for (size_t i = 0; i < spec.watches.size(); ++i)
    if (llvm::Error error = add(createSameValue(spec.watches[i], i, recorded)))
      return error;
  return llvm::Error::success();
}

llvm::Error PredicateList::addKeep() {
  for (const std::string &expression : spec.keep)
    if (llvm::Error error = add(createKeep(expression, recorded)))
      return error;
  return llvm::Error::success();
}

llvm::Error PredicateList::addChecks(const CheckSettings &settings) {
  for (size_t i = 0; i < spec.checks.size(); ++i) {
    CheckSettings own = settings;
    own.folder += "/check-" + std::to_string(i + 1);
    if (llvm::Error error = add(createCheck(spec.checks[i], recorded, own)))
      return error;
  }
  return llvm::Error::success();
}

std::unique_ptr<Predicate> PredicateList::take() {
  if (predicates.size() == 1)
    return std::move(predicates.front());
  return std::make_unique<AllOf>(std::move(predicates));
}

bool PredicateSpec::isEmpty() const {
  return !sameStdout && !sameStderr && !sameExit && keep.empty() &&
         sameFiles.empty() && !sameWrittenFiles && watches.empty() &&
         checks.empty();
}

llvm::Expected<std::unique_ptr<Predicate>>
pinstripe::createPredicate(const PredicateSpec &spec, const RunResult &recorded,
                           const std::string &scratchDirectory,
                           const std::atomic<bool> *interrupted) {
  PredicateList list(spec, recorded);
  CheckSettings settings;
  settings.folder = scratchDirectory;
  settings.interrupted = interrupted;
  if (llvm::Error error = list.addSameOutput())
    return error;
  if (llvm::Error error = list.addSameFiles())
    return error;
  if (llvm::Error error = list.addSameValues())
    return error;
  if (llvm::Error error = list.addKeep())
    return error;
  if (llvm::Error error = list.addChecks(settings))
    return error;
  return list.take();
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
