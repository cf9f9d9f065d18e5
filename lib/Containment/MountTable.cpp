// Reads where the host has mounted file systems, to plan a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MountTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

bool pinstripe::isWithin(llvm::StringRef path, llvm::StringRef folder) {
  if (folder == "/")
    return path.starts_with("/");
  return path.consume_front(folder) && (path.empty() || path[0] == '/');
}

/// Replaces codes such as "\040" by the characters for which they stand.
/// mountinfo has such codes in place of blanks, for example.
static std::string unescape(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    unsigned code = 0;
    if (text[0] == '\\' && !text.substr(1, 3).getAsInteger(8, code) &&
        text.size() >= 4) {
      result += static_cast<char>(code);
      text = text.drop_front(4);
      continue;
    }
    result += text[0];
    text = text.drop_front();
  }
  return result;
}

/// Parses a line of mountinfo such as
/// 36 35 98:0 /root /place rw,noatime master:1 - ext3 /dev/root rw
static bool parseLine(llvm::StringRef line, Mount &mount) {
  auto [place, type] = line.split(" - ");
  llvm::SmallVector<llvm::StringRef> fields;
  place.split(fields, ' ');
  if (fields.size() < 6 || type.empty())
    return false;
  mount.place = unescape(fields[4]);
  auto [fileSystem, rest] = type.split(' ');
  mount.fileSystem = fileSystem.str();
  llvm::StringRef ofFileSystem = rest.split(' ').second;
  auto isReadOnly = [](llvm::StringRef options) {
    return options.split(',').first == "ro";
  };
  mount.isReadOnly = isReadOnly(fields[5]) || isReadOnly(ofFileSystem);
  return llvm::StringRef(mount.place).starts_with("/");
}

MountTable MountTable::parse(llvm::StringRef text) {
  MountTable table;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    Mount mount;
    if (parseLine(line, mount))
      table.all.push_back(std::move(mount));
  }
  return table;
}

const Mount *MountTable::holderOf(llvm::StringRef path) const {
  const Mount *holder = nullptr;
  for (const Mount &mount : all)
    if (isWithin(path, mount.place) &&
        (!holder || mount.place.size() >= holder->place.size()))
      holder = &mount;
  return holder;
}

bool MountTable::hasMountsBelow(llvm::StringRef folder) const {
  return llvm::any_of(all, [&](const Mount &mount) {
    return mount.place != folder && isWithin(mount.place, folder);
  });
}
