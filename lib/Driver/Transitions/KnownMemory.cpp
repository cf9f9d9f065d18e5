// Holds what has been read of a program's memory at one moment of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/KnownMemory.h"
#include <algorithm>
#include <cstring>

using namespace pinstripe;

/// How many pages are read on each side of a page that is needed.
static constexpr uint64_t pagesAround = 8;
/// The number of pages in the part of the address space that programs have.
static constexpr uint64_t maxPages =
    (uint64_t(1) << 47) / KnownMemory::pageSize;
/// The sizes of the words before the memory that malloc returns: the size of
/// the former block, then that of the block itself, whose lowest bits are
/// flags. The lowest one tells that the former block is in use.
static constexpr uint64_t blockHeader = 16;
static constexpr uint64_t blockFlags = 7;
/// The largest block of the heap of which all elements are read.
static constexpr uint64_t maxBlock = uint64_t(1) << 16;

uint64_t pinstripe::wordAt(llvm::StringRef bytes, size_t offset) {
  uint64_t word = 0;
  if (offset < bytes.size())
    std::memcpy(&word, bytes.data() + offset,
                std::min(bytes.size() - offset, sizeof word));
  return word;
}

std::set<uint64_t> KnownMemory::takeMissing() {
  std::set<uint64_t> all;
  for (uint64_t number : missing)
    for (uint64_t each = number - std::min(number, pagesAround);
         each <= number + pagesAround; ++each)
      if (!pages.contains(each))
        all.insert(each);
  missing.clear();
  return all;
}

/// Returns the page with this number; nullopt if it can't be read. If it was
/// not read yet, notes that it is missing, and also returns nullopt.
const KnownBytes &KnownMemory::page(uint64_t number) {
  static const KnownBytes unknown;
  // An uninitialised pointer may have a value that no address has.
  if (number >= maxPages)
    return unknown;
  wanted.insert(number);
  auto found = pages.find(number);
  if (found != pages.end())
    return found->second;
  missing.insert(number);
  return unknown;
}

/// Returns `most` bytes from an address on. If `isText` is true, returns only
/// those before the first zero byte.
KnownBytes KnownMemory::readAt(uint64_t address, uint64_t most, bool isText) {
  std::string bytes;
  while (bytes.size() < most) {
    uint64_t place = address + bytes.size();
    const KnownBytes &all = page(place / pageSize);
    llvm::StringRef rest = all ? llvm::StringRef(*all).substr(
                                     place % pageSize, most - bytes.size())
                               : llvm::StringRef();
    if (rest.empty())
      return std::nullopt;
    size_t end = isText ? rest.find('\0') : llvm::StringRef::npos;
    bytes += rest.take_front(end);
    if (end != llvm::StringRef::npos)
      break;
  }
  return bytes;
}

KnownBytes KnownMemory::bytesOf(const MemoryPart &part) {
  switch (part.form) {
  case MemoryPart::Form::Text:
    return textAt(part.address, part.size);
  case MemoryPart::Form::String: {
    KnownBytes object = bytesAt(part.address, 2 * sizeof(uint64_t));
    if (!object)
      return object;
    uint64_t length = wordAt(*object, sizeof(uint64_t));
    return bytesAt(wordAt(*object), std::min<uint64_t>(length, part.size));
  }
  case MemoryPart::Form::Bytes:
    break;
  }
  return bytesAt(part.address, part.size);
}

uint64_t KnownMemory::blockSizeAt(uint64_t address) {
  KnownBytes header = bytesAt(address - blockHeader, blockHeader);
  if (!header || address % 16 != 0)
    return 0;
  uint64_t size = wordAt(*header, 8) & ~blockFlags;
  if (size % 16 != 0 || size < 2 * blockHeader || size > maxBlock)
    return 0;
  KnownBytes next = bytesAt(address - blockHeader + size, blockHeader);
  bool isInUse = next && (wordAt(*next, 8) & 1) != 0;
  // The first word of the next block belongs to this one while it is in use.
  return isInUse ? size - sizeof(uint64_t) : 0;
}
