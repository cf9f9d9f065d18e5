// Holds for each byte of memory who has last written it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LastWriters.h"
#include <algorithm>

using namespace pinstripe;

LastWriters::Page &LastWriters::find(uint64_t number) {
  auto [found, isNew] = byNumber.try_emplace(number, nullptr);
  if (isNew)
    found->second = &pages.emplace_back();
  return *found->second;
}

Writer *LastWriters::writersOf(Page &page) {
  if (!page.bytes) {
    page.bytes.reset(new Writer[pageSize]);
    std::fill_n(page.bytes.get(), pageSize, page.all);
    ++writtenPages;
  }
  return page.bytes.get();
}

void LastWriters::set(uint64_t address, uint64_t size, Writer writer) {
  forEachPage(address, size, [&](Page &here, uint64_t offset, uint64_t length) {
    if (length == pageSize) {
      writtenPages -= here.bytes != nullptr;
      here.bytes.reset();
      here.all = writer;
    } else {
      std::fill_n(writersOf(here) + offset, length, writer);
    }
  });
}

void LastWriters::release(uint64_t address, uint64_t size) {
  forEachPage(address, size, [&](Page &here, uint64_t offset, uint64_t length) {
    if (length == pageSize && !here.bytes)
      here.all.release();
    else
      std::for_each_n(writersOf(here) + offset, length,
                      [](Writer &writer) { writer.release(); });
  });
}
