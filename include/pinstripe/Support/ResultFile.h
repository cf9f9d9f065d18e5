// Chooses paths of result files, so that no input or other result is replaced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_RESULTFILE_H
#define PINSTRIPE_SUPPORT_RESULTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Returns the first of `files` that is the same file as `path`, even if the
/// two paths are spelled differently or one of them is a link; null if there is
/// none.
const std::string *findSameFile(const std::string &path,
                                llvm::ArrayRef<std::string> files);

/// Returns a path for the file of a result. This is `path`, unless another
/// result has it, as listed in `taken`. In that case the returned path has a
/// number in front of the name of the file, as in `out/2-a.txt`.
std::string freeResultPath(const std::string &path,
                           llvm::ArrayRef<std::string> taken);

/// Returns a UsageError if the file `path`, which will be written, is one of
/// the files `inputs` that the user has given. The message begins with
/// `option`, by which the user has chosen the path, and ends with `remedy`.
/// Call this function before any run, so that no work is lost.
llvm::Error checkResultFile(const llvm::Twine &option, const std::string &path,
                            llvm::ArrayRef<std::string> inputs,
                            llvm::StringRef remedy = "name another file");

/// Returns a UsageError if the file `path`, which will be written, lies below
/// one of the folders `given`, which the user has given as input. Files below
/// the folder `own` are not inputs: a verb (a command of the tool) keeps its
/// own files there. The message is like that of checkResultFile(). A folder
/// that does not exist has no files.
llvm::Error checkResultInFolders(const llvm::Twine &option,
                                 const std::string &path,
                                 llvm::ArrayRef<std::string> given,
                                 llvm::StringRef own);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_RESULTFILE_H
