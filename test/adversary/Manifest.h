//===- Manifest.h - What a tree of files is like ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_ADVERSARY_MANIFEST_H
#define PINSTRIPE_TEST_ADVERSARY_MANIFEST_H

#include <map>
#include <string>
#include <vector>

namespace pinstripe::adversary {

/// Path -> type, mode, owner, inode, size, time of the last change and a hash
/// of the content, or the target of the link, as text.
using Manifest = std::map<std::string, std::string>;

/// Never through a symbolic link. What can't be read is noted as such.
Manifest manifestOf(const std::vector<std::string> &folders);

/// "notes.txt: gone", "folder: is ..., was ..."; empty: the same.
std::vector<std::string> differences(const Manifest &before,
                                     const Manifest &after);

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_MANIFEST_H
