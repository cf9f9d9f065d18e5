// Describes trees of files, and compares descriptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Manifest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe::adversary;

static std::string contentOf(const std::string &path,
                             const struct stat &status) {
  if (S_ISLNK(status.st_mode)) {
    char target[4096];
    ssize_t size = ::readlink(path.c_str(), target, sizeof target);
    return size < 0 ? "unreadable" : "to " + std::string(target, size);
  }
  if (!S_ISREG(status.st_mode))
    return "";
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return buffer ? llvm::utohexstr(llvm::xxh3_64bits((*buffer)->getBuffer()))
                : "unreadable";
}

static std::string describe(const std::string &path,
                            const struct stat &status) {
  auto number = [](uint64_t value) { return " " + llvm::utostr(value); };
  std::string text =
      "mode " + std::string(1, static_cast<char>('0' + (status.st_mode >> 15)));
  for (int shift = 12; shift >= 0; shift -= 3)
    text += static_cast<char>('0' + (status.st_mode >> shift & 7));
  text += ", owner" + number(status.st_uid) + number(status.st_gid);
  text += ", inode" + number(status.st_ino);
  // The size of a folder is left out, since its meaning depends on the file
  // system.
  if (!S_ISDIR(status.st_mode))
    text += ", size" + number(static_cast<uint64_t>(status.st_size));
  text += ", changed" + number(static_cast<uint64_t>(status.st_mtim.tv_sec)) +
          "." + llvm::utostr(static_cast<uint64_t>(status.st_mtim.tv_nsec));
  std::string content = contentOf(path, status);
  return content.empty() ? text : text + ", " + content;
}

static void add(Manifest &manifest, const std::string &path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0)
    return;
  manifest[path] = describe(path, status);
  if (!S_ISDIR(status.st_mode))
    return;
  DIR *folder = ::opendir(path.c_str());
  if (!folder) {
    manifest[path] += ", unreadable";
    return;
  }
  while (struct dirent *entry = ::readdir(folder)) {
    std::string name = entry->d_name;
    if (name != "." && name != "..")
      add(manifest, path + "/" + name);
  }
  ::closedir(folder);
}

Manifest
pinstripe::adversary::manifestOf(const std::vector<std::string> &folders) {
  Manifest manifest;
  for (const std::string &folder : folders)
    add(manifest, folder);
  return manifest;
}

std::vector<std::string>
pinstripe::adversary::differences(const Manifest &before,
                                  const Manifest &after) {
  std::vector<std::string> result;
  for (const auto &[path, text] : before) {
    auto found = after.find(path);
    if (found == after.end())
      result.push_back(path + ": gone");
    else if (found->second != text)
      result.push_back(path + ": is " + found->second + "; was " + text);
  }
  for (const auto &[path, text] : after)
    if (!before.count(path))
      result.push_back(path + ": new, " + text);
  return result;
}
