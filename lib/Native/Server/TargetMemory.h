// Lays out the memory that the tool and the process under test share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared memory is a memfd, a file without a name. The file is gone when no
// process has it open any more. It holds everything that Runtime/Layout.h
// describes.

#ifndef PINSTRIPE_LIB_NATIVE_SERVER_TARGETMEMORY_H
#define PINSTRIPE_LIB_NATIVE_SERVER_TARGETMEMORY_H

#include "Runtime/Layout.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <sys/mman.h>
#include <vector>

namespace pinstripe {

/// A range of addresses in the process under test, and what it holds.
struct TargetRegion {
  uint64_t address = 0;
  uint64_t size = 0;
  uint32_t protection = 0; ///< PROT_* flags.
  native::MappingKind kind = native::MappingKind::SharedFile;
  /// The bytes at the beginning of the region. The rest of the region is zero.
  llvm::ArrayRef<uint8_t> content = {};
  /// If `aliasOf` is not 0, this region shows a part of the region at the
  /// address `aliasOf`. The part begins at the byte `offset` of that region.
  uint64_t aliasOf = 0;
  uint64_t offset = 0;
  /// True if the tool maps the region into the process; false if the runtime
  /// (the tool's code in the process) does so.
  bool isInjected = false;
};

template <typename T> llvm::ArrayRef<uint8_t> bytesOf(llvm::ArrayRef<T> table) {
  return {reinterpret_cast<const uint8_t *>(table.data()),
          table.size() * sizeof(T)};
}

/// The file that holds the memory shared by the tool and the process under
/// test, and the regions of this memory. First `add` all regions, then `write`
/// the file, then `view` regions.
class TargetMemory {
public:
  static llvm::Expected<std::unique_ptr<TargetMemory>> create();
  ~TargetMemory();
  TargetMemory(const TargetMemory &) = delete;
  TargetMemory &operator=(const TargetMemory &) = delete;

  int descriptor() const { return file.get(); }
  /// Adds a region. Its size is rounded up to whole pages, at least one. Its
  /// content must exist until `write` has copied it.
  void add(TargetRegion region);
  /// Adds a region that holds `content`, which must exist until `write` has
  /// copied it.
  void addContent(uint64_t address, llvm::ArrayRef<uint8_t> content,
                  uint32_t protection,
                  native::MappingKind kind = native::MappingKind::SharedFile);
  /// Adds a region with a table that the process under test can only read.
  template <typename T>
  void addTable(uint64_t address, llvm::ArrayRef<T> table) {
    addContent(address, bytesOf(table), PROT_READ);
  }
  /// Adds a region of zeros to which the tool will write. The process under
  /// test can only read the region, unless `protection` allows more.
  void addShared(uint64_t address, uint64_t size,
                 uint32_t protection = PROT_READ);
  /// Adds a region of zeros that belongs to the process under test alone.
  void addPrivate(uint64_t address, uint64_t size);

  /// Writes the shared memory file, which begins with `setup`, the description
  /// of what follows. The caller has filled in `setup`, except for the mappings
  /// and the patches, which this function adds.
  llvm::Error write(native::Setup setup,
                    llvm::ArrayRef<native::PatchRecord> patches);
  /// Returns the size of the setup, which is at the start of the file and
  /// describes all regions. The setup must be mapped at setupAddress before the
  /// runtime (the tool's code in the process) can map the regions.
  uint64_t setupSize() const { return sizeOfSetup; }
  /// Returns the offset in the shared memory file at which the region at
  /// `address` begins.
  uint64_t offsetOf(uint64_t address) const { return find(address)->offset; }

  /// Maps the region at `address` into the tool, and returns its memory.
  llvm::Expected<llvm::MutableArrayRef<uint8_t>> view(uint64_t address);
  /// Maps the region at `address` into the tool. Makes `table` refer to the
  /// mapped memory.
  template <typename T>
  llvm::Error openView(uint64_t address, llvm::MutableArrayRef<T> &table) {
    auto bytes = view(address);
    if (!bytes)
      return bytes.takeError();
    table = {reinterpret_cast<T *>(bytes->data()), bytes->size() / sizeof(T)};
    return llvm::Error::success();
  }
  /// Unmaps the region at `address` from the tool.
  void closeView(uint64_t address);

private:
  explicit TargetMemory(FileDescriptor file) : file(std::move(file)) {}
  const native::MappingRequest *find(uint64_t address) const;

  FileDescriptor file;
  std::vector<TargetRegion> regions;
  /// The number of regions that the runtime (the tool's code in the process)
  /// maps. The tool itself maps the others.
  uint32_t mapped = 0;
  /// For each region of the shared memory: the address at which the process
  /// maps the region, and the part of the file that it shows.
  std::vector<native::MappingRequest> requests;
  std::map<uint64_t, llvm::MutableArrayRef<uint8_t>> views;
  uint64_t sizeOfSetup = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_TARGETMEMORY_H
