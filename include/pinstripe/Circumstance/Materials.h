// Holds what a run is made of: its input, files, arguments and environment.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_MATERIALS_H
#define PINSTRIPE_CIRCUMSTANCE_MATERIALS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pinstripe {

/// A file that a run finds.
struct MaterialFile {
  /// The path by which the program finds the file: absolute, or relative to the
  /// working directory of the run.
  std::string path;
  /// The content of the file; nullopt if there is to be no such file.
  std::optional<std::string> content;
};

/// A 128-bit hash by which a test is found again: runs that are made of the
/// same materials have the same outcome.
using MaterialsKey = std::pair<uint64_t, uint64_t>;

/// What distinguishes the runs of a search from each other. Whatever is nullopt
/// or not listed here is the same in all runs: it is as the user has stated it.
struct Materials {
  std::optional<std::string> standardInput = {};
  std::vector<MaterialFile> files = {};
  /// The arguments of the program, without argv[0].
  std::optional<std::vector<std::string>> arguments = {};
  /// All environment variables, as NAME=VALUE.
  std::optional<std::vector<std::string>> environment = {};
  /// The state of the source from which the program is built, as the name of a
  /// tree of git (see Revisions/SourceStore.h).
  std::optional<std::string> sourceState = {};
  /// The values of all parts of the arguments of a replayed call, as bytes (see
  /// Driver/Call/CallArguments.h).
  std::optional<std::vector<std::string>> callValues = {};

  MaterialsKey key() const;
  /// Returns the size of the input and of all files, in bytes.
  size_t bytes() const;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_MATERIALS_H
