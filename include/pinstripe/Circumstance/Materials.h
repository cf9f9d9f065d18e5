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

/// A file that a run finds, or that is hidden from it.
struct MaterialFile {
  /// The path by which the program finds the file. The path is absolute, or
  /// relative to the working directory of the run.
  std::string path;
  /// The content of the file; nullopt if the run must not find the file.
  std::optional<std::string> content;
};

/// A 128-bit hash of a run's materials, by which a test is found again. Runs
/// with the same materials have the same outcome.
using MaterialsKey = std::pair<uint64_t, uint64_t>;

/// The materials of a run: everything in which runs of the same search can
/// differ. A member that is nullopt is the same in all runs, as the user has
/// stated it.
struct Materials {
  std::optional<std::string> standardInput = {};
  std::vector<MaterialFile> files = {};
  /// The arguments of the program, without argv[0].
  std::optional<std::vector<std::string>> arguments = {};
  /// All environment variables, as NAME=VALUE.
  std::optional<std::vector<std::string>> environment = {};
  /// The state of the source from which the program is built, as the name of a
  /// tree object in git (see Revisions/SourceStore.h).
  std::optional<std::string> sourceState = {};
  /// For a replayed call, the values of all parts of its arguments, as bytes
  /// (see Driver/Call/CallArguments.h).
  std::optional<std::vector<std::string>> callValues = {};

  MaterialsKey key() const;
  /// Returns the total size of the input and of all files, in bytes.
  size_t bytes() const;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_MATERIALS_H
