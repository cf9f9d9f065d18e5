// Lists the reduction algorithms by name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/Algorithms.h"

#include "CDD.h"
#include "DD.h"
#include "DDMax.h"
#include "DDMin.h"
#include "DDPlus.h"
#include "Halving.h"
#include "Isolate.h"
#include "PriorRemoval.h"
#include "ProbDD.h"
#include "SimpleDD.h"
#include "SingleRemovals.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

template <typename Class>
static std::unique_ptr<Reducer> create(Configuration start) {
  return std::make_unique<Class>(std::move(start));
}

/// Creates the reducer of the algorithm PriorRemoval for the case that there
/// are no estimates about the elements. The reducer is a Halving, since Halving
/// is the algorithm that takes the fewest tests without estimates.
template <> std::unique_ptr<Reducer> create<PriorRemoval>(Configuration start) {
  return std::make_unique<Halving>(std::move(start));
}

using CreateFrom = std::unique_ptr<Reducer> (*)(Configuration start,
                                                const ElementPrior &prior,
                                                HintSource hints);

/// Returns a function that creates a reducer of this class from estimates about
/// the elements (ElementPrior); null if the class has no constructor that takes
/// estimates.
template <typename Class> static constexpr CreateFrom creatorFrom() {
  if constexpr (std::is_constructible_v<Class, Configuration,
                                        const ElementPrior &, HintSource>)
    return [](Configuration start, const ElementPrior &prior,
              HintSource hints) -> std::unique_ptr<Reducer> {
      return std::make_unique<Class>(std::move(start), prior, std::move(hints));
    };
  else
    return nullptr;
}

static constexpr Algorithm algorithmTable[] = {
#define PINSTRIPE_ALGORITHM(NAME, CLASS, GROUPS_FIRST, GUARANTEE, SENTENCE)    \
  {NAME,                                                                       \
   SENTENCE,                                                                   \
   create<CLASS>,                                                              \
   GROUPS_FIRST,                                                               \
   Minimality::GUARANTEE,                                                      \
   creatorFrom<CLASS>()},
#include "Algorithms.def"
};

const Algorithm pinstripe::singleRemovals = {"", "", create<SingleRemovals>,
                                             false, Minimality::OneMinimal};

llvm::ArrayRef<Algorithm> pinstripe::allAlgorithms() { return algorithmTable; }

llvm::Expected<Algorithm> pinstripe::findAlgorithm(llvm::StringRef name) {
  std::string names;
  for (const Algorithm &algorithm : algorithmTable) {
    if (algorithm.name == name)
      return algorithm;
    names += (names.empty() ? "" : ", ") + algorithm.name.str();
  }
  return llvm::make_error<UsageError>("no reduction algorithm '" + name +
                                      "'; there are " + names);
}
