// Finds the file of the program, and looks for peculiarities in it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before a program is recorded, the user is told of what can spoil the results,
// such as sources that are newer than the program, or functions that can't be
// traced.

#ifndef PINSTRIPE_CASE_PROGRAMFILE_H
#define PINSTRIPE_CASE_PROGRAMFILE_H

#include "pinstripe/Program/SourceFinder.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe {

/// Finds the file that a shell would execute for `name`, a program or a script,
/// and returns its absolute path. Returns a TargetError, which says what to do,
/// if there is no such file, or if it is a folder or not executable.
llvm::Expected<std::string> findExecutable(llvm::StringRef name);

/// Finds the program that a shell would run for `name`, and returns its
/// absolute path. Returns a TargetError, which says what to do, if there is no
/// such file. Also returns one if it is a folder, not executable, a script, or
/// not an ELF file.
llvm::Expected<std::string> findProgram(llvm::StringRef name);

/// Returns those functions that the program imports and that are useful with a
/// terminal only. The list is empty if there are none, or if the file can't be
/// read.
std::vector<std::string> terminalFunctions(const std::string &program);

/// Returns true if the program is built with AddressSanitizer.
bool hasAddressSanitizer(const std::string &program);

/// Returns the folder in which parsed sources are cached, below XDG_CACHE_HOME
/// or ~/.cache; empty if the environment has neither XDG_CACHE_HOME nor HOME.
std::string sourceCacheFolder();

struct NewerSource {
  std::string source; ///< The path of a source, as reports show it.
  ModuleId module{};
};

/// Finds sources that are newer than the code made from them. Returns each
/// source with statement units that was changed after its program or library
/// was built.
std::vector<NewerSource> newerSources(const UnitTable &table);

/// Creates an object that finds the sources of a program. `words` are the
/// values FROM=TO of the option --source-map. A source is looked for at its own
/// path and at the path to which FROM=TO leads. If it is in neither place, its
/// name is looked for below the current folder.
llvm::Expected<SourceFinder>
createSourceFinder(llvm::ArrayRef<std::string> words);

/// Changes the paths of sources in the unit table (list of statements) of a
/// stored case to where the sources are now. The path of a file that still
/// exists stays as it is, since --source-map was applied to it when the case
/// was recorded.
void findSources(UnitTable &table, SourceFinder &sources);

/// Two sentences for the user, without a period, about sources that are not
/// where they were when the program was compiled. A sentence is empty if there
/// are no such sources.
struct SourceRemarks {
  /// The sentence about sources that were found elsewhere, by their names.
  std::string moved;
  /// The sentence about sources that were not found at all.
  std::string missing;

  /// Calls `say` with the sentence `moved` as a note, and with the sentence
  /// `missing` as a warning.
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
