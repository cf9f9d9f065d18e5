// Allocates the memory of huge arrays that grow without being copied.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/GrowingArray.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <sys/mman.h>

using namespace pinstripe;

static constexpr size_t smallestMapping = size_t(1) << 16;
/// The size of a huge page. Memory of at least twice this size is put into huge
/// pages. With pages of 4 KiB, the page faults would take more time than
/// filling the memory.
static constexpr size_t hugePage = size_t(2) << 20;

MappedMemory::~MappedMemory() {
  if (start)
    ::munmap(start, length);
}

void MappedMemory::growTo(size_t bytes) {
  if (bytes <= length)
    return;
  size_t wanted = bytes < 2 * hugePage ? std::max(bytes, smallestMapping)
                                       : llvm::alignTo(bytes, hugePage);
  wanted = llvm::alignTo(wanted, 4096);
  // With MAP_NORESERVE, the kernel does not set memory aside for pages that may
  // never be written.
  void *mapped =
      start ? ::mremap(start, length, wanted, MREMAP_MAYMOVE)
            : ::mmap(nullptr, wanted, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    llvm::report_bad_alloc_error("no memory for a trace of this size");
  start = mapped;
  length = wanted;
  if (length >= 2 * hugePage)
    (void)::madvise(start, length,
                    // An error of madvise is ignored, since without huge pages
                    // the array is only slower.
                    MADV_HUGEPAGE);
}
