// Lays out the memory that the tool and the process under test share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Server/TargetMemory.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace pinstripe;
using native::MappingRequest;
using native::pageSize;

static llvm::Error failure(const char *what) {
  return llvm::make_error<EngineError>(
      llvm::Twine("can't ") + what +
      " memory for the program under test: " + llvm::sys::StrError());
}

llvm::Expected<std::unique_ptr<TargetMemory>> TargetMemory::create() {
  FileDescriptor file(::memfd_create("pinstripe", MFD_CLOEXEC));
  if (!file.isOpen())
    return failure("create");
  if (file.get() <= STDERR_FILENO)
    file = FileDescriptor(::fcntl(file.get(), F_DUPFD_CLOEXEC, 3));
  return std::unique_ptr<TargetMemory>(new TargetMemory(std::move(file)));
}

TargetMemory::~TargetMemory() {
  for (const auto &[address, view] : views)
    ::munmap(view.data(), view.size());
}

void TargetMemory::add(TargetRegion region) {
  region.size = llvm::alignTo(std::max<uint64_t>(region.size, 1), pageSize);
  // The first `mapped` regions are mapped by the runtime, the tool's code in
  // the process. The tool itself maps the regions that come after them.
  regions.insert(
      regions.begin() + (region.isInjected ? regions.size() : mapped), region);
  mapped += !region.isInjected;
}

void TargetMemory::addContent(uint64_t address, llvm::ArrayRef<uint8_t> content,
                              uint32_t protection, native::MappingKind kind) {
  add({address, content.size(), protection, kind, content});
}

void TargetMemory::addShared(uint64_t address, uint64_t size,
                             uint32_t protection) {
  add({address, size, protection});
}

void TargetMemory::addPrivate(uint64_t address, uint64_t size) {
  add({address, size, PROT_READ | PROT_WRITE, native::MappingKind::Anonymous});
}

const MappingRequest *TargetMemory::find(uint64_t address) const {
  auto found = std::ranges::find(requests, address, &MappingRequest::address);
  return found == requests.end() ? nullptr : &*found;
}

static llvm::Error writeAt(int file, llvm::ArrayRef<uint8_t> bytes,
                           uint64_t offset) {
  while (!bytes.empty()) {
    ssize_t size =
        ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (size < 0)
      return failure("write");
    bytes = bytes.drop_front(static_cast<size_t>(size));
    offset += static_cast<uint64_t>(size);
  }
  return llvm::Error::success();
}

llvm::Error TargetMemory::write(native::Setup setup,
                                llvm::ArrayRef<native::PatchRecord> patches) {
  setup.mappings = mapped;
  setup.mappingsOffset = sizeof(setup);
  setup.patches = static_cast<uint32_t>(patches.size());
  setup.patchesOffset =
      setup.mappingsOffset +
      static_cast<uint32_t>(regions.size() * sizeof(MappingRequest));
  sizeOfSetup = llvm::alignTo(setup.patchesOffset +
                                  patches.size() * sizeof(native::PatchRecord),
                              pageSize);
  uint64_t end = sizeOfSetup;
  for (const TargetRegion &region : regions) {
    MappingRequest request{region.address, region.size, /*offset=*/0,
                           region.protection, region.kind};
    if (const MappingRequest *original = find(region.aliasOf)) {
      request.offset = original->offset + region.offset;
    } else if (region.kind != native::MappingKind::Anonymous) {
      request.offset = end;
      end += region.size;
    }
    requests.push_back(request);
  }
  if (::ftruncate(file.get(), static_cast<off_t>(end)) != 0)
    return failure("get");
  llvm::Error error = llvm::joinErrors(
      writeAt(file.get(), bytesOf(llvm::ArrayRef(setup)), 0),
      llvm::joinErrors(
          writeAt(file.get(), bytesOf(llvm::ArrayRef(requests)),
                  setup.mappingsOffset),
          writeAt(file.get(), bytesOf(patches), setup.patchesOffset)));
  for (size_t i = 0; i < regions.size() && !error; ++i)
    error = writeAt(file.get(), regions[i].content, requests[i].offset);
  return error;
}

llvm::Expected<llvm::MutableArrayRef<uint8_t>>
TargetMemory::view(uint64_t address) {
  auto known = views.find(address);
  if (known != views.end())
    return known->second;
  const MappingRequest *request = find(address);
  assert(request && "no such region");
  void *place =
      ::mmap(nullptr, request->size, PROT_READ | PROT_WRITE, MAP_SHARED,
             file.get(), static_cast<off_t>(request->offset));
  if (place == MAP_FAILED)
    return failure("map");
  llvm::MutableArrayRef<uint8_t> window(static_cast<uint8_t *>(place),
                                        request->size);
  views[address] = window;
  return window;
}

void TargetMemory::closeView(uint64_t address) {
  auto known = views.find(address);
  if (known == views.end())
    return;
  ::munmap(known->second.data(), known->second.size());
  views.erase(known);
}
