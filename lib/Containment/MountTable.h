//===- MountTable.h - What is mounted where ---------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_CONTAINMENT_MOUNTTABLE_H
#define PINSTRIPE_LIB_CONTAINMENT_MOUNTTABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pinstripe {

/// A line of /proc/PID/mountinfo; of several at one place the last one shows.
struct Mount {
  std::string place; ///< absolute
  std::string fileSystem;
  bool isReadOnly = false;
};

class MountTable {
public:
  /// From the text of a mountinfo file; lines that make no sense are left out.
  static MountTable parse(llvm::StringRef text);

  const std::vector<Mount> &mounts() const { return all; }
  /// The mount that holds `path`; null: none is known.
  const Mount *holderOf(llvm::StringRef path) const;
  /// Whether something is mounted below `folder`, itself left out.
  bool hasMountsBelow(llvm::StringRef folder) const;

private:
  std::vector<Mount> all;
};

/// Whether `path` is `folder` or in it; both absolute, without "." and "..".
bool isWithin(llvm::StringRef path, llvm::StringRef folder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_MOUNTTABLE_H
