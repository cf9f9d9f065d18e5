// Looks for a minimal difference between a call that passes and one that fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/ArgumentSearch.h"
#include "Call/SimplerNumbers.h"
#include "pinstripe/Circumstance/InputParts.h"
#include "pinstripe/Circumstance/StageCounts.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

/// An entry in the list of differences between two calls. It is about one
/// element of a text or array, or about one number. Elements that both calls
/// have get an entry of the kind `Same`, so that the whole text or array can be
/// put together.
struct Difference {
  enum class Kind : uint8_t { Same, OnlyFailing, OnlyPassing, Number };
  Kind kind = Kind::Same;
  size_t part = 0;
  std::string bytes = {};
  /// The number by which the reduction knows this difference. Has no meaning if
  /// `kind` is Same, since such entries are not reduced.
  Element element{};
};

class Isolator {
public:
  explicit Isolator(ArgumentSearch &search)
      : search(search), arguments(search.arguments),
        passing(search.found.passing), failing(search.found.failing) {}
  llvm::Error run();

private:
  using Kind = Difference::Kind;

  CallValues passingEnd() const;
  llvm::Error checkPassing(Outcome outcome) const;
  void add(Kind kind, size_t part, std::string bytes);
  void compareSequences(size_t part);
  void findDifferences();
  CallValues mixture(const Configuration &configuration) const;
  llvm::Error narrow();
  llvm::Error narrowNumber();

  ArgumentSearch &search;
  const CallArguments &arguments;
  CallValues &passing, &failing;
  std::vector<Difference> differences;
  /// The number of differences that are not of the kind Same. The reduction
  /// removes such differences, so it has this number of elements.
  uint32_t elements = 0;
};

} // namespace

/// Returns the passing call that the user has named. If there is none, returns
/// a call with empty texts and zeros.
CallValues Isolator::passingEnd() const {
  CallValues values = search.request.passing;
  bool isEmpty = values.empty();
  values.resize(failing.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (!search.mayChange(i))
      values[i] = failing[i];
    else if (isEmpty && !arguments.parts[i].isSequence())
      values[i] = std::string(failing[i].size(), '\0');
  }
  return values;
}

llvm::Error Isolator::checkPassing(Outcome outcome) const {
  if (outcome == Outcome::Pass)
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      (search.request.passing.empty()
           ? "with empty texts and zeros the call does not pass ("
           : "with the arguments of the passing call it does not pass (") +
      outcomeName(outcome) + "); name a call that passes with " +
      "--passing-call N");
}

void Isolator::add(Kind kind, size_t part, std::string bytes) {
  Difference each{kind, part, std::move(bytes)};
  if (kind != Kind::Same)
    each.element = Element{elements++};
  differences.push_back(std::move(each));
}

/// Splits a text or array into its elements.
static SplitInput split(const CallArguments &arguments, size_t part,
                        const CallValues &values) {
  SplitInput input(values[part], PartKind::Bytes);
  std::vector<size_t> bounds = arguments.boundsOf(part, values);
  input.bounds.assign(bounds.begin(), bounds.end());
  return input;
}

/// Adds the differences between two texts or arrays, element by element.
void Isolator::compareSequences(size_t part) {
  SplitInput before = split(arguments, part, passing);
  SplitInput after = split(arguments, part, failing);
  for (const PartRun &run : compareParts(before, after)) {
    bool isOld = run.kind == PartRun::Kind::OnlyPassing;
    Kind kind = isOld                               ? Kind::OnlyPassing
                : run.kind == PartRun::Kind::Common ? Kind::Same
                                                    : Kind::OnlyFailing;
    for (size_t i = run.begin; i < run.end; ++i)
      add(kind, part, (isOld ? before : after).parts(i, i + 1).str());
  }
}

/// Lists the differences between the passing and the failing call, part by
/// part.
void Isolator::findDifferences() {
  for (size_t part = 0; part < arguments.parts.size(); ++part) {
    if (!search.mayChange(part))
      continue;
    if (arguments.parts[part].isSequence())
      compareSequences(part);
    else if (passing[part] != failing[part])
      add(Kind::Number, part, "");
  }
}

/// Returns a mixture of the passing and the failing call. The mixture agrees
/// with the failing call at the differences in `configuration`, and with the
/// passing call at all other differences.
CallValues Isolator::mixture(const Configuration &configuration) const {
  CallValues values = passing;
  for (size_t i = 0; i < values.size(); ++i)
    if (search.mayChange(i) && arguments.parts[i].isSequence())
      values[i].clear();
  for (const Difference &each : differences) {
    bool isFailing =
        each.kind != Kind::Same && configuration.contains(each.element);
    if (each.kind == Kind::Number)
      values[each.part] = (isFailing ? failing : passing)[each.part];
    else if (each.kind == Kind::Same ||
             isFailing == (each.kind == Kind::OnlyFailing))
      values[each.part] += each.bytes;
  }
  return values;
}

/// Removes differences until a minimal difference between a passing call and a
/// failing call is left.
llvm::Error Isolator::narrow() {
  findDifferences();
  llvm::Expected<ReductionResult> result =
      search.reduceWith(elements, [&](const Configuration &configuration) {
        return mixture(configuration);
      });
  if (!result)
    return result.takeError();
  search.found.minimality = provenBy(*result, SearchForm::Isolate);
  CallValues nearest = mixture(result->best);
  if (result->largestPassing)
    passing = mixture(*result->largestPassing);
  failing = std::move(nearest);
  return llvm::Error::success();
}

/// If the two calls differ only in one number, moves the two numbers towards
/// each other until they are neighbours.
llvm::Error Isolator::narrowNumber() {
  std::optional<size_t> part;
  for (size_t i = 0; i < failing.size(); ++i) {
    if (failing[i] == passing[i] || arguments.parts[i].isLength)
      continue;
    if (part || arguments.parts[i].isSequence())
      return llvm::Error::success();
    part = i;
  }
  if (!part || !isInteger(arguments.parts[*part]))
    return llvm::Error::success();
  NumberGap gap =
      gapBetween(*arguments.parts[*part].type, passing[*part], failing[*part]);
  using End = ArgumentSearch::GapEnd;
  return search.closeGap(
      *part, gap, passing,
      [&](const CallValues &tested, Outcome outcome) -> std::optional<End> {
        if (outcome == Outcome::Unresolved)
          return std::nullopt;
        (outcome == Outcome::Fail ? failing : passing) = tested;
        return outcome == Outcome::Fail ? End::To : End::From;
      });
}

llvm::Error Isolator::run() {
  if (search.isOver())
    return llvm::Error::success();
  CallValues end = passingEnd();
  if (!arguments.hasRoomFor(end))
    return llvm::make_error<UsageError>(
        "--passing-call: a text or array of the passing call is longer than "
        "that of the failing call, which has no room for it; name another "
        "call");
  llvm::Expected<Outcome> outcome = search.outcomeOf(end);
  if (!outcome)
    return outcome.takeError();
  if (search.isStopped()) {
    (void)search.isOver();
    return llvm::Error::success();
  }
  if (llvm::Error error = checkPassing(*outcome))
    return error;
  passing = std::move(end);
  if (llvm::Error error = narrow())
    return error;
  return search.isOver() ? llvm::Error::success() : narrowNumber();
}

llvm::Error pinstripe::isolateArguments(ArgumentSearch &search) {
  return Isolator(search).run();
}
