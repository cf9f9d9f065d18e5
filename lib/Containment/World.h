// Plans which files a sandbox shows, so that programs change only copies.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A view is a folder that the program sees copy-on-write. A view gets a new
// generation number each time its contents are restored.
//
// The root of all mounts in the sandbox is a file system in memory. It holds
// three folders:
// - /old has the host's files.
// - /new is what the program sees as "/".
// - /views/INDEX-GENERATION/written has what was written in a view.

#ifndef PINSTRIPE_LIB_CONTAINMENT_WORLD_H
#define PINSTRIPE_LIB_CONTAINMENT_WORLD_H

#include "MountTable.h"
#include "pinstripe/Containment/Sandbox.h"
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// Describes one step of making the file system of the sandbox.
struct WorldStep {
  enum class Kind : uint8_t {
    Folder, ///< A step that makes the folder `target` with the rights `mode`.
    File,   ///< A step that makes the empty file `target`.
    Link,   ///< A step that makes `target` a symbolic link to `source`.
    Bind,   ///< A step that shows `source` at `target` as well (a bind mount).
    /// A step that shows `source` at `target`, with all mounts in `source`.
    BindTree,
    /// A step that makes the file `target` in place of /dev/urandom: its bytes
    /// look random, but are always the same.
    RandomBytes,
    Tmpfs, ///< A step that mounts an empty file system in memory at `target`.
    Processes, ///< A step that mounts the sandbox's own /proc at `target`.
    Terminals, ///< A step that mounts the sandbox's own /dev/pts at `target`.
    Queues, ///< A step that mounts the sandbox's own /dev/mqueue at `target`.
    /// A step that shows the folder `source` at `target` copy-on-write. The
    /// folder is the element of World::views with the index `view`.
    View,
    ReadOnly,    ///< A step that makes the mount at `target` read-only.
    ReadOnlyTree ///< A step that makes `target` and all mounts in it read-only.
  } kind = Kind::Folder;
  std::string target = {};
  std::string source = {};
  unsigned mode = 0755;
  /// True if the sandbox can do without this step: the machine may lack the
  /// file or folder that the step needs.
  bool isOptional = false;
  size_t view = 0;
  /// The options of the overlayfs mount. Used only in steps that show a folder
  /// copy-on-write.
  std::string overlayOptions = {};
};

/// A folder that the program sees copy-on-write.
struct WorldView {
  std::string target;
  /// Indices of the steps to repeat when this folder is restored. These are the
  /// step that mounts the folder copy-on-write, and the steps that mount
  /// something inside it.
  std::vector<size_t> steps;
};

struct World {
  static constexpr const char *root = "/new";
  /// The largest number of copy-on-write views that a sandbox can have.
  static constexpr size_t maxViews = 64;

  /// The steps that make the sandbox's file system, in the order of execution.
  std::vector<WorldStep> steps;
  /// All copy-on-write views of the sandbox. A view comes before the views
  /// inside it.
  std::vector<WorldView> views;
  /// Folders that lie in memory, not on the disk. They are emptied before each
  /// run.
  std::vector<std::string> scratchFolders;
  /// Files that do not exist for the program when a run begins. They are listed
  /// by the paths that the program uses.
  std::vector<std::string> hiddenFiles;
  /// True if all sockets of the host lie in copy-on-write folders. Then the
  /// program can't connect to any of them: it finds only copies, on which
  /// nobody listens.
  bool isCovered = true;
};

/// Plans what a sandbox shows, from the host's folders and mounts.
World planWorld(const SandboxSpec &spec, const MountTable &mounts);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_WORLD_H
