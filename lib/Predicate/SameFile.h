// The predicate --same-file: the content of a file stays the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_SAMEFILE_H
#define PINSTRIPE_PREDICATE_SAMEFILE_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// Creates a predicate that holds if the run left the file with the recorded
/// content. UsageErrors: a path that leads out of the working directory, and a
/// file that the recorded run did not leave.
llvm::Expected<std::unique_ptr<Predicate>>
createSameFile(const std::string &path, const RunResult &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_SAMEFILE_H
