// Finds the file of the program, and looks for peculiarities in it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before a program is recorded, Pinstripe warns the user of anything that can
// spoil the results. For example, sources can be newer than the program, or
// functions can't be traced.

#ifndef PINSTRIPE_CASE_PROGRAMFILE_H
#define PINSTRIPE_CASE_PROGRAMFILE_H

#include "pinstripe/Program/SourceFinder.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe {

/// Finds the program or script that a shell would execute for `name`, and
/// returns its absolute path. Returns a TargetError if there is no such file,
/// or if it is a folder or not executable. The error says what to do.
llvm::Expected<std::string> findExecutable(llvm::StringRef name);

/// Finds the program that a shell would execute for `name`, and returns its
/// absolute path. Returns a TargetError if there is no such file. Also returns
/// one if the file is a folder, a script, not executable, or not an ELF file.
/// The error says what to do.
llvm::Expected<std::string> findProgram(llvm::StringRef name);

/// Returns functions that the program imports and that are only useful with a
/// terminal. Returns none if the file can't be read.
std::vector<std::string> terminalFunctions(const std::string &program);

/// Returns true if the program is built with AddressSanitizer.
bool hasAddressSanitizer(const std::string &program);

/// Returns the folder in which parsed sources are cached. It lies below
/// XDG_CACHE_HOME or ~/.cache. Returns an empty text if neither XDG_CACHE_HOME
/// nor HOME is set.
std::string sourceCacheFolder();

struct NewerSource {
  std::string source; ///< The path of a source, as reports show it.
  ModuleId module{};
};

/// Finds sources that were changed after their program or library was built.
/// Returns only sources with statements.
std::vector<NewerSource> newerSources(const UnitTable &table);

/// Creates an object that finds the sources of a program. `words` are the
/// arguments FROM=TO of the option --source-map. Looks for a source at its own
/// path and at the path to which FROM=TO leads. If the source is in neither
/// place, looks for its file name below the current folder.
llvm::Expected<SourceFinder>
createSourceFinder(llvm::ArrayRef<std::string> words);

/// Changes the paths of sources in the unit table (the list of the program's
/// statements) of a stored case to where the sources are now. A path that still
/// exists stays as it is: --source-map was already applied to it when the case
/// was recorded.
void findSources(UnitTable &table, SourceFinder &sources);

/// Two sentences for the user, without the period at the end. They are about
/// sources that are no longer where they were when the program was compiled. A
/// sentence is empty if there are no such sources.
struct SourceRemarks {
  /// The sentence about sources that were not at their old paths, but were
  /// found elsewhere by their file names.
  std::string moved;
  /// The sentence about sources that were not found at all.
  std::string missing;

  /// Calls `say` with `moved` as a note, and with `missing` as a warning.
  /// Leaves out a sentence that is empty.
  void tell(llvm::function_ref<void(llvm::StringRef)> say) const;
};

SourceRemarks remarksOnSources(const UnitTable &table,
                               const SourceFinder &sources);

/// Returns "3 of 4 functions of ./prog are not traced ...", with the most
/// frequent reason and its remedy. Returns an empty text if at most one
/// function in twenty is not traced.
std::string describeUntraced(const UnitTable &table, llvm::StringRef program);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_PROGRAMFILE_H
