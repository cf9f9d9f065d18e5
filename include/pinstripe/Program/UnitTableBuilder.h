// Builds the unit table: the list of a program's statements and their code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_UNITTABLEBUILDER_H
#define PINSTRIPE_PROGRAM_UNITTABLEBUILDER_H

#include "pinstripe/Program/SourceFinder.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace pinstripe {

struct ModelOptions {
  /// Folder that holds compile_commands.json. If it is empty, the builder looks
  /// for this file beside the program and beside the sources. Without such a
  /// file, the builder uses the compiler flags in DWARF, then default flags.
  std::string compilationDatabase;
  /// Paths of shared libraries that are traced with the program.
  std::vector<std::string> libraries = {};
  /// Folder in which parsed sources are cached; if empty, nothing is cached.
  std::string cacheFolder = {};
  /// Finds the sources that have moved since the compilation. Null if no source
  /// has moved.
  SourceFinder *sources = nullptr;
  /// A function that is called now and then, in the calling thread, while
  /// sources are parsed. Its arguments are how many sources have been parsed,
  /// and how many there are. May be null.
  std::function<void(size_t parsed, size_t all)> progress = nullptr;
  /// If this flag is set while sources are parsed, no other source is begun,
  /// and the builder returns an InterruptedError. May be null.
  const std::atomic<bool> *stop = nullptr;

  bool isStopped() const { return stop && stop->load(); }
};

/// Builds the unit table from the executable and libraries, their debug
/// information and their sources. Takes 0.1 to 0.3 s, plus 0.05 to 0.5 s for
/// each source that is parsed. Several sources are parsed at the same time.
/// Errors are TargetErrors that name the remedy: the program has no debug
/// information, is built with optimisation, is stripped, is for another
/// architecture, or is a script. If `options.stop` is set, returns an
/// InterruptedError.
llvm::Expected<UnitTable> buildUnitTable(llvm::StringRef programPath,
                                         const ModelOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_UNITTABLEBUILDER_H
