// Describes trees of files, and compares descriptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_ADVERSARY_MANIFEST_H
#define PINSTRIPE_TEST_ADVERSARY_MANIFEST_H

#include <map>
#include <string>
#include <vector>

namespace pinstripe::adversary {

/// Maps each path to a description: type, mode, owner, inode, size, time of the
/// last change, and a hash of the content or the target of a link.
using Manifest = std::map<std::string, std::string>;

/// Describes everything in `folders`, without following symbolic links.
/// Unreadable files are described as such.
Manifest manifestOf(const std::vector<std::string> &folders);

/// Returns texts such as "notes.txt: gone" or "folder: is ..., was ...".
std::vector<std::string> differences(const Manifest &before,
                                     const Manifest &after);

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_MANIFEST_H
