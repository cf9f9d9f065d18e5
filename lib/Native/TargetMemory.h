//===- TargetMemory.h - Memory that tool and target share -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file without a name, in memory only, so that nothing is left of it when
// the last process that has it is gone. It holds everything that Layout.h
// places into the target.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_TARGETMEMORY_H
#define PINSTRIPE_LIB_NATIVE_TARGETMEMORY_H

#include "Runtime/Layout.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <vector>

namespace pinstripe {

/// A range of addresses in the target.
struct TargetRegion {
  enum class Kind : uint32_t {
    Shared,    ///< what one writes the others see
    Copy,      ///< of the content; what one writes nobody sees
    Anonymous, ///< private zeros
  };
  uint64_t address = 0;
  uint64_t size = 0;
  uint32_t protection = 0; ///< PROT_*
  Kind kind = Kind::Shared;
  llvm::ArrayRef<uint8_t> content; ///< zeros behind it
  /// If not none: the content is that of the region there, from `offset`.
  uint64_t aliasOf = 0;
  uint64_t offset = 0;
  /// The injector has mapped it: the runtime is not told of it.
  bool isInjected = false;
};

template <typename T> llvm::ArrayRef<uint8_t> bytesOf(llvm::ArrayRef<T> table) {
  return {reinterpret_cast<const uint8_t *>(table.data()),
          table.size() * sizeof(T)};
}

/// First `add` all regions, then `write`, then `view`.
class TargetMemory {
public:
  static llvm::Expected<std::unique_ptr<TargetMemory>> create();
  ~TargetMemory();
  TargetMemory(const TargetMemory &) = delete;
  TargetMemory &operator=(const TargetMemory &) = delete;

  int descriptor() const { return file.get(); }
  /// Sizes are rounded up to pages; at least one. The content is copied by
  /// `write` only.
  void add(const TargetRegion &region);
  template <typename T>
  void addTable(uint64_t address, llvm::ArrayRef<T> table);

  /// `setup` with everything but the mappings and patches, which are added.
  llvm::Error write(native::Setup setup,
                    llvm::ArrayRef<native::PatchRecord> patches);
  /// What the injector has to map at setupAddress, from the file's start.
  uint64_t setupSize() const { return sizeOfSetup; }
  /// Of the region there, into the file.
  uint64_t offsetOf(uint64_t address) const { return find(address)->offset; }

  /// The tool's own window on a region of the file; the pages of it come and
  /// go as they are used.
  llvm::Expected<llvm::MutableArrayRef<uint8_t>> view(uint64_t address);
  template <typename T>
  llvm::Expected<llvm::MutableArrayRef<T>> tableView(uint64_t address);
  /// Closes the window.
  void closeView(uint64_t address);

private:
  explicit TargetMemory(FileDescriptor file) : file(std::move(file)) {}
  const native::MappingRequest *find(uint64_t address) const;

  FileDescriptor file;
  std::vector<TargetRegion> regions;
  std::vector<native::MappingRequest> requests; ///< as `regions`
  std::map<uint64_t, llvm::MutableArrayRef<uint8_t>> views;
  uint64_t sizeOfSetup = 0;
};

template <typename T>
void TargetMemory::addTable(uint64_t address, llvm::ArrayRef<T> table) {
  TargetRegion region;
  region.address = address;
  region.size = table.size() * sizeof(T);
  region.protection = 1; // PROT_READ
  region.content = bytesOf(table);
  add(region);
}

template <typename T>
llvm::Expected<llvm::MutableArrayRef<T>>
TargetMemory::tableView(uint64_t address) {
  auto bytes = view(address);
  if (!bytes)
    return bytes.takeError();
  return llvm::MutableArrayRef<T>(reinterpret_cast<T *>(bytes->data()),
                                  bytes->size() / sizeof(T));
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TARGETMEMORY_H
