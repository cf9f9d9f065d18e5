// Describes a compilation unit, so that its source can be parsed again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_COMPILATIONUNIT_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_COMPILATIONUNIT_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// Maps the path of each source file to the numbers of its lines. Only lines
/// that have machine code are listed.
using CodeLines = std::map<std::string, std::set<uint32_t>>;

/// A compilation unit of the executable, as DWARF describes it.
struct CompilationUnit {
  std::string module;     ///< Path of the program or library.
  std::string moduleHash; ///< Hash of the program or library, in hexadecimal.
  /// Absolute path of the compilation unit's main source file.
  std::string mainFile;
  std::string directory; ///< The folder in which the compiler ran.
  /// The unit's DW_AT_producer, which names the compiler and its flags.
  std::string producer;
  bool isCxx = false;
  /// The language standard of the source, such as "gnu11"; empty if DWARF does
  /// not tell.
  std::string standard;
  /// Absolute folders of the source files that the line table names. Without a
  /// compilation database, headers are looked for in these folders.
  std::vector<std::string> includeDirectories;
  /// The lines for which this compilation unit has machine code. Lines of
  /// system headers are left out.
  CodeLines codeLines;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_COMPILATIONUNIT_H
