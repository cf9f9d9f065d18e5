// Splits a list of elements into subsets of almost equal size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Subsets.h"

#include <cassert>

using namespace pinstripe;

std::vector<std::vector<Element>>
pinstripe::splitInto(llvm::ArrayRef<Element> elements, size_t count,
                     Larger larger) {
  assert(count <= elements.size() && "no subset is empty");
  std::vector<std::vector<Element>> subsets;
  for (size_t left = count; left > 0; --left) {
    size_t more = larger == Larger::First ? left - 1 : 0;
    size_t size = (elements.size() + more) / left;
    subsets.push_back(elements.take_front(size).vec());
    elements = elements.drop_front(size);
  }
  return subsets;
}
