// Remembers the tests of a search with their details, and counts them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestMemory.h"

using namespace pinstripe;

llvm::Expected<std::unique_ptr<TestMemory>>
TestMemory::open(const std::string &path, llvm::StringRef conditions,
                 bool isFresh) {
  llvm::Expected<std::unique_ptr<StoredOutcomes>> stored =
      StoredOutcomes::open(path, conditions, isFresh);
  if (!stored)
    return stored.takeError();
  return std::unique_ptr<TestMemory>(new TestMemory(std::move(**stored)));
}

llvm::Error TestMemory::add(const MaterialsKey &key, const TestedRun &test) {
  newTests.push_back(test);
  note(key, test);
  return StoredOutcomes::add(key, test);
}

const TestedRun *TestMemory::seen(const MaterialsKey &key) const {
  auto place = tests.find(key);
  return place == tests.end() ? nullptr : &place->second;
}
