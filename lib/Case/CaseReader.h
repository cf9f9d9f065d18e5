// Reads a case from its directory, and prepares the sandbox of its runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_CASEREADER_H
#define PINSTRIPE_LIB_CASE_CASEREADER_H

#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Store/PrivateDirectory.h"

namespace pinstripe {

/// Finds the files of the libraries that the user has named by --module.
llvm::Error completeModules(Case &value);

/// Warns the user of source files that were changed after the program or
/// library was built from them.
void warnOfNewerSources(const UnitTable &table, const LaunchSpec &launch,
                        const RecordOptions &options);

/// Makes a RecordedCase that has no trace yet, and no list of the program's
/// statements (unit table). Also prepares `place`, the sandbox and the working
/// directory in which the runs of the case are made. The returned object must
/// outlive `place`.
llvm::Expected<std::unique_ptr<RecordedCase>>
settle(CaseDirectory directory, Case value, PrivateDirectory work,
       const RecordOptions &options, RunPlace &place);

/// Reads the stored case with its trace, and prepares `place`, the sandbox and
/// the working directory in which its runs are made. The returned object must
/// outlive `place`. If `predicate` is not empty, it replaces the predicate of
/// the case. Returns a UsageError if the program or one of its libraries was
/// built again since the case was recorded.
llvm::Expected<std::unique_ptr<RecordedCase>>
reopenCase(CaseDirectory directory, const PredicateSpec &predicate,
           const RecordOptions &options, RunPlace &place);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_CASEREADER_H
