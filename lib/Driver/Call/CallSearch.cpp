// Searches the arguments of a call: minimises, maximises or isolates them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/CallSearch.h"
#include "pinstripe/Reduction/Oracle.h"
#include "pinstripe/Support/Error.h"
#include <cmath>
#include <cstring>

using namespace pinstripe;

namespace {

/// Tests configurations by making values of arguments from them.
class ValuesOracle : public Oracle {
public:
  using Function =
      std::function<llvm::Expected<Outcome>(const Configuration &)>;
  explicit ValuesOracle(Function outcomeOf) : outcomeOf(std::move(outcomeOf)) {}
  llvm::Expected<Outcome> test(const Configuration &candidate) override {
    return outcomeOf(candidate);
  }

private:
  Function outcomeOf;
};

} // namespace

/// Returns the elements of a sequence, each as bytes.
static std::vector<std::string> elementsIn(const CallArguments &arguments,
                                           size_t part,
                                           const CallValues &values) {
  std::vector<size_t> bounds = arguments.boundsOf(part, values);
  std::vector<std::string> elements;
  for (size_t i = 0; i + 1 < bounds.size(); ++i)
    elements.push_back(
        values[part].substr(bounds[i], bounds[i + 1] - bounds[i]));
  return elements;
}

/// Returns the chosen ones of some elements as one text.
static std::string joined(llvm::ArrayRef<std::string> elements,
                          const Configuration &configuration) {
  std::string bytes;
  for (Element element : configuration.members())
    bytes += elements[static_cast<size_t>(element)];
  return bytes;
}

CallSearch::CallSearch(const CallArguments &arguments, CallRequest theRequest,
                       Test test, const std::atomic<bool> &stop)
    : arguments(arguments), request(std::move(theRequest)),
      test(std::move(test)), stop(stop) {
  found.failing = arguments.recorded();
  found.tests.resize(arguments.parts.size());
  found.largest.resize(arguments.parts.size());
}

bool CallSearch::isOver() {
  found.interrupted |= stop.load();
  if (request.maxTests && found.counts.distinct() >= *request.maxTests)
    found.exhausted = BudgetLimit::Tests;
  else if (request.deadline.hasPassed())
    found.exhausted = BudgetLimit::Time;
  return found.interrupted || found.exhausted;
}

bool CallSearch::mayChange(size_t part) const {
  return !arguments.parts[part].isLength &&
         (request.only.empty() || request.only.count(part) != 0);
}

size_t CallSearch::changeableParts() const {
  size_t count = 0;
  for (size_t i = 0; i < arguments.parts.size(); ++i)
    count += mayChange(i);
  return count;
}

/// Returns the outcome of a call with these values. The same values are tested
/// only once. Returns UNRESOLVED if there is no room for the values.
llvm::Expected<Outcome> CallSearch::outcomeOf(CallValues values) {
  if (!arguments.hasRoomFor(values))
    return Outcome::Unresolved;
  arguments.fitLengths(values);
  auto before = known.find(values);
  if (before != known.end()) {
    ++found.counts.cached;
    return before->second;
  }
  llvm::Expected<Outcome> outcome = test(values);
  // An interrupt may have disturbed the run, and it ends the search.
  if (!outcome || stop.load())
    return outcome;
  found.counts.add(*outcome);
  known.emplace(std::move(values), *outcome);
  return outcome;
}

llvm::Error CallSearch::checkRecorded() {
  llvm::Expected<Outcome> outcome = outcomeOf(found.failing);
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail || stop.load())
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      "the recorded call does not fail when it is replayed (" +
      outcomeName(*outcome) +
      "); does the failure depend on uninitialised memory? say with --keep, "
      "--same-exit or --check what has to come out the same");
}

/// Reduces elements with the chosen algorithm.
llvm::Expected<ReductionResult>
CallSearch::reduceWith(size_t elements, const ValuesOf &valuesOf) {
  ValuesOracle oracle([&](const Configuration &configuration) {
    return outcomeOf(valuesOf(configuration));
  });
  ReductionOptions options;
  options.isEnough = [this](const Configuration &) { return isOver(); };
  ReductionObserver observer;
  return reduce(elements, request.algorithm, oracle, observer, stop, {},
                options);
}

// Minimise

/// Tests another value of a part. If the call still fails, the value becomes
/// that of the failing call.
llvm::Expected<bool> CallSearch::accept(size_t part, std::string bytes) {
  if (bytes == found.failing[part])
    return true;
  CallValues values = found.failing;
  values[part] = std::move(bytes);
  llvm::Expected<Outcome> outcome = outcomeOf(values);
  if (!outcome)
    return outcome.takeError();
  if (*outcome != Outcome::Fail)
    return false;
  found.failing = std::move(values);
  return true;
}

llvm::Error CallSearch::minimiseSequence(size_t part) {
  std::vector<std::string> elements =
      elementsIn(arguments, part, found.failing);
  CallValues values = found.failing;
  auto valuesOf = [&](const Configuration &configuration) {
    values[part] = joined(elements, configuration);
    return values;
  };
  llvm::Expected<ReductionResult> result =
      reduceWith(elements.size(), valuesOf);
  if (!result)
    return result.takeError();
  found.interrupted |= result->interrupted();
  bool isEmpty = result->end == ReductionEnd::EmptyFails;
  if (result->counts.fail != 0)
    found.failing[part] = isEmpty ? "" : joined(elements, result->best);
  isProven &= isEmpty || result->minimality == Minimality::OneMinimal;
  return llvm::Error::success();
}

/// Looks for a number that is nearer to 0, between one that fails and one that
/// does not.
llvm::Error CallSearch::minimiseNumber(size_t part, bool isAgain) {
  const CallPart &number = arguments.parts[part];
  size_t size = number.bytes.size();
  int64_t value = signedNumber(*number.type, found.failing[part]);
  bool isNegative = value < 0 && number.type->kind != ValueType::Kind::Unsigned;
  uint64_t failing = static_cast<uint64_t>(isNegative ? -value : value);
  uint64_t passing = 0;
  auto tryDistance = [&](uint64_t distance) {
    auto word = static_cast<int64_t>(isNegative ? 0 - distance : distance);
    return accept(part, bytesOfNumber(word, size));
  };
  if (failing == 0)
    return llvm::Error::success();
  for (bool isFirst = true; failing - passing > 1 || isFirst; isFirst = false) {
    if (isOver())
      return llvm::Error::success();
    uint64_t middle = isFirst   ? 0
                      : isAgain ? failing - 1
                                : passing + (failing - passing) / 2;
    isAgain &= isFirst;
    llvm::Expected<bool> fails = tryDistance(middle);
    if (!fails)
      return fails.takeError();
    if (*fails && isFirst)
      return llvm::Error::success();
    (*fails ? failing : passing) = middle;
  }
  return llvm::Error::success();
}

static double floatIn(llvm::StringRef bytes) {
  float single = 0;
  double number = 0;
  if (bytes.size() == sizeof single) {
    std::memcpy(&single, bytes.data(), sizeof single);
    return single;
  }
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

static std::string bytesOfFloat(double number, size_t size) {
  std::string bytes(size, '\0');
  auto single = static_cast<float>(number);
  if (size == sizeof single)
    std::memcpy(bytes.data(), &single, size);
  else
    std::memcpy(bytes.data(), &number, size);
  return bytes;
}

/// Tries 0, then fewer decimals.
llvm::Error CallSearch::minimiseFloat(size_t part) {
  size_t size = arguments.parts[part].bytes.size();
  double value = floatIn(found.failing[part]);
  std::vector<double> simpler = {0};
  constexpr double mostDecimals = 6;
  if (std::isfinite(value))
    for (double decimals = 0; decimals <= mostDecimals; ++decimals) {
      double scale = std::pow(10, decimals);
      simpler.push_back(std::trunc(value * scale) / scale);
    }
  for (double number : simpler) {
    if (isOver())
      return llvm::Error::success();
    llvm::Expected<bool> fails = accept(part, bytesOfFloat(number, size));
    if (!fails)
      return fails.takeError();
    if (*fails)
      return llvm::Error::success();
  }
  return llvm::Error::success();
}

/// Tries 0, and for an enumeration all enumerators before the present one.
llvm::Error CallSearch::minimiseEnumeration(size_t part) {
  const CallPart &number = arguments.parts[part];
  std::vector<int64_t> earlier;
  for (const ValueType::Enumerator &each : number.type->enumerators)
    earlier.push_back(each.value);
  if (earlier.empty())
    earlier = {0};
  for (int64_t value : earlier) {
    std::string bytes = bytesOfNumber(value, number.bytes.size());
    if (isOver() || bytes == found.failing[part])
      return llvm::Error::success();
    llvm::Expected<bool> fails = accept(part, std::move(bytes));
    if (!fails)
      return fails.takeError();
    if (*fails)
      return llvm::Error::success();
  }
  return llvm::Error::success();
}

llvm::Error CallSearch::minimisePart(size_t part, bool isAgain) {
  const CallPart &each = arguments.parts[part];
  if (each.isSequence())
    return minimiseSequence(part);
  switch (each.type->kind) {
  case ValueType::Kind::Float:
    return minimiseFloat(part);
  case ValueType::Kind::Boolean:
  case ValueType::Kind::Enumeration:
    return minimiseEnumeration(part);
  default:
    return minimiseNumber(part, isAgain);
  }
}

llvm::Error CallSearch::minimise() {
  CallValues before;
  for (bool isAgain = false; before != found.failing; isAgain = true) {
    before = found.failing;
    isProven = true;
    for (size_t i = 0; i < arguments.parts.size() && !isOver(); ++i) {
      if (!mayChange(i))
        continue;
      size_t tests = found.counts.distinct();
      if (llvm::Error error = minimisePart(i, isAgain))
        return error;
      found.tests[i] += found.counts.distinct() - tests;
    }
    if (changeableParts() == 1 || isOver())
      break;
  }
  if (isProven && !isOver())
    found.minimality = Minimality::OneMinimal;
  return llvm::Error::success();
}

// Maximise

llvm::Error CallSearch::maximiseSequence(size_t part) {
  std::vector<std::string> elements =
      elementsIn(arguments, part, found.failing);
  CallValues values = found.failing;
  auto valuesOf = [&](const Configuration &configuration) {
    values[part] = joined(elements, configuration);
    return values;
  };
  llvm::Expected<ReductionResult> result =
      reduceWith(elements.size(), valuesOf);
  if (!result)
    return result.takeError();
  found.interrupted |= result->interrupted();
  if (result->largestPassing)
    found.largest[part] = joined(elements, *result->largestPassing);
  isProven &= result->end == ReductionEnd::EmptyFails ||
              result->minimality == Minimality::OneMaximal;
  return llvm::Error::success();
}

/// Looks for the number nearest to the recorded one with which the call passes,
/// between it and 0.
llvm::Error CallSearch::maximiseNumber(size_t part) {
  const CallPart &number = arguments.parts[part];
  if (number.type->kind == ValueType::Kind::Float)
    return llvm::Error::success();
  size_t size = number.bytes.size();
  int64_t value = signedNumber(*number.type, number.bytes);
  bool isNegative = value < 0 && number.type->kind != ValueType::Kind::Unsigned;
  uint64_t failing = static_cast<uint64_t>(isNegative ? -value : value);
  uint64_t passing = 0;
  for (bool isFirst = true; failing - passing > 1 || isFirst; isFirst = false) {
    if (isOver() || failing == 0)
      return llvm::Error::success();
    uint64_t middle = isFirst ? 0 : passing + (failing - passing) / 2;
    CallValues values = found.failing;
    values[part] = bytesOfNumber(
        static_cast<int64_t>(isNegative ? 0 - middle : middle), size);
    std::string bytes = values[part];
    llvm::Expected<Outcome> outcome = outcomeOf(std::move(values));
    if (!outcome)
      return outcome.takeError();
    if (*outcome == Outcome::Pass)
      found.largest[part] = std::move(bytes);
    if (isFirst && *outcome != Outcome::Pass)
      return llvm::Error::success();
    (*outcome == Outcome::Pass ? passing : failing) = middle;
  }
  return llvm::Error::success();
}

llvm::Error CallSearch::maximise() {
  for (size_t i = 0; i < arguments.parts.size() && !isOver(); ++i) {
    if (!mayChange(i))
      continue;
    size_t tests = found.counts.distinct();
    if (llvm::Error error = arguments.parts[i].isSequence()
                                ? maximiseSequence(i)
                                : maximiseNumber(i))
      return error;
    found.tests[i] += found.counts.distinct() - tests;
  }
  if (isProven && !isOver())
    found.minimality = Minimality::OneMaximal;
  return llvm::Error::success();
}

// Isolate

/// Returns how the passing and the failing call differ, part by part. Elements
/// that a sequence has in both calls are found by the longest common
/// subsequence.
std::vector<CallSearch::Difference> CallSearch::differences() const {
  using Kind = Difference::Kind;
  std::vector<Difference> all;
  uint32_t elements = 0;
  auto add = [&](Kind kind, size_t part, std::string bytes) {
    Difference each{kind, part, std::move(bytes)};
    if (kind != Kind::Same)
      each.element = Element{elements++};
    all.push_back(std::move(each));
  };
  for (size_t part = 0; part < arguments.parts.size(); ++part) {
    if (!mayChange(part))
      continue;
    if (!arguments.parts[part].isSequence()) {
      if (found.passing[part] != found.failing[part])
        add(Kind::Number, part, "");
      continue;
    }
    std::vector<std::string> passing =
        elementsIn(arguments, part, found.passing);
    std::vector<std::string> failing =
        elementsIn(arguments, part, found.failing);
    size_t columns = failing.size() + 1;
    // The lengths of common subsequences of what is left of both.
    std::vector<uint32_t> common((passing.size() + 1) * columns);
    for (size_t i = passing.size(); i-- > 0;)
      for (size_t j = failing.size(); j-- > 0;)
        common[i * columns + j] = passing[i] == failing[j]
                                      ? common[(i + 1) * columns + j + 1] + 1
                                      : std::max(common[(i + 1) * columns + j],
                                                 common[i * columns + j + 1]);
    size_t i = 0, j = 0;
    while (i < passing.size() || j < failing.size()) {
      bool hasBoth = i < passing.size() && j < failing.size();
      if (hasBoth && passing[i] == failing[j]) {
        add(Kind::Same, part, passing[i++]);
        ++j;
      } else if (j == failing.size() ||
                 (hasBoth && common[(i + 1) * columns + j] >=
                                 common[i * columns + j + 1])) {
        add(Kind::OnlyPassing, part, passing[i++]);
      } else {
        add(Kind::OnlyFailing, part, failing[j++]);
      }
    }
  }
  return all;
}

/// Returns the call that has the differences in `configuration` from the
/// failing call, and all others from the passing call.
CallValues CallSearch::mixture(llvm::ArrayRef<Difference> all,
                               const Configuration &configuration) const {
  using Kind = Difference::Kind;
  CallValues values = found.passing;
  for (size_t i = 0; i < values.size(); ++i)
    if (mayChange(i) && arguments.parts[i].isSequence())
      values[i].clear();
  for (const Difference &each : all) {
    bool isFailing =
        each.kind != Kind::Same && configuration.contains(each.element);
    if (each.kind == Kind::Number)
      values[each.part] =
          (isFailing ? found.failing : found.passing)[each.part];
    else if (each.kind == Kind::Same ||
             isFailing == (each.kind == Kind::OnlyFailing))
      values[each.part] += each.bytes;
  }
  return values;
}

/// If both calls differ in a single number, moves the two numbers towards each
/// other until they are neighbours.
llvm::Error CallSearch::narrowNumber() {
  std::optional<size_t> part;
  for (size_t i = 0; i < found.failing.size(); ++i) {
    if (found.failing[i] == found.passing[i] || arguments.parts[i].isLength)
      continue;
    if (part || arguments.parts[i].isSequence())
      return llvm::Error::success();
    part = i;
  }
  if (!part)
    return llvm::Error::success();
  const ValueType &type = *arguments.parts[*part].type;
  if (type.kind == ValueType::Kind::Float ||
      type.kind == ValueType::Kind::Enumeration)
    return llvm::Error::success();
  for (;;) {
    auto failing =
        static_cast<uint64_t>(signedNumber(type, found.failing[*part]));
    auto passing =
        static_cast<uint64_t>(signedNumber(type, found.passing[*part]));
    auto distance = static_cast<int64_t>(failing - passing);
    if (distance / 2 == 0 || isOver())
      return llvm::Error::success();
    CallValues values = found.passing;
    values[*part] = bytesOfNumber(static_cast<int64_t>(passing) + distance / 2,
                                  values[*part].size());
    llvm::Expected<Outcome> outcome = outcomeOf(values);
    if (!outcome)
      return outcome.takeError();
    if (*outcome == Outcome::Unresolved)
      return llvm::Error::success();
    (*outcome == Outcome::Fail ? found.failing : found.passing) =
        std::move(values);
  }
}

llvm::Error CallSearch::isolate() {
  CallValues empty = found.failing;
  for (size_t i = 0; i < empty.size(); ++i)
    if (mayChange(i))
      empty[i] = arguments.parts[i].isSequence()
                     ? ""
                     : std::string(empty[i].size(), '\0');
  found.passing = request.passing.empty() ? empty : request.passing;
  for (size_t i = 0; i < empty.size(); ++i)
    if (!mayChange(i))
      found.passing[i] = found.failing[i];
  if (!arguments.hasRoomFor(found.passing))
    return llvm::make_error<UsageError>(
        "--passing-call: a text or array of the passing call is longer than "
        "that of the failing call, which has no room for it; name another "
        "call");
  llvm::Expected<Outcome> outcome = outcomeOf(found.passing);
  if (!outcome)
    return outcome.takeError();
  if (*outcome != Outcome::Pass && !stop.load())
    return llvm::make_error<ReproductionError>(
        (request.passing.empty()
             ? "with empty texts and zeros the call does not pass ("
             : "with the arguments of the passing call it does not pass (") +
        outcomeName(*outcome) + "); name a call that passes with " +
        "--passing-call N");
  std::vector<Difference> all = differences();
  size_t elements = 0;
  for (const Difference &each : all)
    elements += each.kind != Difference::Kind::Same;
  llvm::Expected<ReductionResult> result =
      reduceWith(elements, [&](const Configuration &configuration) {
        return mixture(all, configuration);
      });
  if (!result)
    return result.takeError();
  found.interrupted |= result->interrupted();
  found.minimality = result->minimality;
  // The empty configuration is the passing call, so what is minimal here is the
  // difference.
  if (result->largestPassing && found.minimality == Minimality::OneMinimal)
    found.minimality = Minimality::OneMinimalDifference;
  CallValues failing = mixture(all, result->best);
  if (result->largestPassing)
    found.passing = mixture(all, *result->largestPassing);
  found.failing = std::move(failing);
  return narrowNumber();
}

llvm::Expected<CallFinding> CallSearch::run() {
  if (llvm::Error error = checkRecorded())
    return error;
  llvm::Error error = request.form == SearchForm::Minimise   ? minimise()
                      : request.form == SearchForm::Maximise ? maximise()
                                                             : isolate();
  if (error)
    return error;
  arguments.fitLengths(found.failing);
  if (!found.passing.empty())
    arguments.fitLengths(found.passing);
  return std::move(found);
}
