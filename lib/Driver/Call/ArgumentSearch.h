// Declares the steps that all searches of a call's arguments have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_ARGUMENTSEARCH_H
#define PINSTRIPE_LIB_DRIVER_CALL_ARGUMENTSEARCH_H

#include "Call/CallSearch.h"
#include "Call/NumberGap.h"
#include "pinstripe/Reduction/Reduction.h"
#include <functional>

namespace pinstripe {

/// The state of a search of arguments, with the steps that minimising,
/// maximising and isolating have in common. Everything that the constructor
/// takes by reference must outlive this object. In these functions, a part is
/// an argument, or a piece of one, that a search can change.
class ArgumentSearch {
public:
  using ValuesOf = std::function<CallValues(const Configuration &)>;

  ArgumentSearch(const CallArguments &arguments, const CallRequest &request,
                 CallTests &tests, const std::atomic<bool> &stop,
                 CallFinding &found)
      : arguments(arguments), request(request), found(found), tests(tests),
        stop(stop) {}

  llvm::Expected<Outcome> outcomeOf(const CallValues &values) {
    return tests.outcomeOf(values);
  }
  bool isStopped() const { return stop.load(); }
  /// Returns true if the search must end, and stores the reason in the result.
  bool isOver();
  /// Returns true if the search may change the argument, or piece of an
  /// argument, with the index `part`.
  bool mayChange(size_t part) const;
  size_t changeableParts() const;
  size_t distinctTests() const { return tests.counts().distinct(); }

  /// Reduces a set of elements, numbered from 0 to `elements` - 1, with the
  /// algorithm that the user has chosen. `valuesOf` turns a configuration (the
  /// set of elements that are kept) into the arguments of a call.
  llvm::Expected<ReductionResult> reduceWith(size_t elements,
                                             const ValuesOf &valuesOf);

  /// Reduces one part of the arguments, such as a text, to fewer elements.
  /// `elements` are the elements of the part, as `elementsIn` returns them. All
  /// other parts have the values in `values`.
  llvm::Expected<ReductionResult>
  reduceSequence(size_t part, llvm::ArrayRef<std::string> elements,
                 const CallValues &values);

  enum class GapEnd : uint8_t { From, To };
  /// A function that `closeGap` calls with each tested call and its outcome. It
  /// returns which end of the gap (From or To) the tested number replaces, or
  /// nullopt to stop before the gap is closed.
  using Take =
      std::function<std::optional<GapEnd>(const CallValues &, Outcome)>;
  /// Tests numbers between `gap.from` and `gap.to`. Each tested number replaces
  /// one of these two, until they are neighbours or the search is over. All
  /// other parts of the arguments have the values in `values`.
  llvm::Error closeGap(size_t part, NumberGap gap, const CallValues &values,
                       const Take &take);

  const CallArguments &arguments;
  const CallRequest &request;
  CallFinding &found;
  /// True as long as every part of the arguments that was searched so far is
  /// proved to be minimal (when maximising: to be maximal).
  bool isProven = true;

private:
  CallTests &tests;
  const std::atomic<bool> &stop;
};

/// Returns the elements of a text or array as strings of bytes, one for each
/// element.
std::vector<std::string> elementsIn(const CallArguments &arguments, size_t part,
                                    const CallValues &values);
/// Joins the elements that are in `configuration` (the set of kept elements) to
/// one string of bytes.
std::string joinedElements(llvm::ArrayRef<std::string> elements,
                           const Configuration &configuration);

/// The three searches of arguments: minimising, maximising, and isolating a
/// difference. Each of them expects that the recorded call fails, but does not
/// test this.
llvm::Error minimiseArguments(ArgumentSearch &search);
llvm::Error maximiseArguments(ArgumentSearch &search);
llvm::Error isolateArguments(ArgumentSearch &search);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_ARGUMENTSEARCH_H
