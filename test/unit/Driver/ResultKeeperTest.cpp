//===- ResultKeeperTest.cpp - The best result so far, on disk -------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/ResultKeeper.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"

using namespace pinstripe;
using llvm::cantFail;

static BestResult resultOf(unsigned kept, const char *keep = "sum") {
  BestResult best;
  best.kept = EventSet(34);
  best.kept.set(0, kept);
  best.predicate.keep = {keep};
  return best;
}

static size_t sizeIn(const CaseDirectory &directory) {
  auto best = cantFail(directory.readBest());
  return best ? best->size() : 0;
}

TEST_CASE("A former result stays until the new one has come as far",
          "[driver][best]") {
  auto folder = cantFail(TemporaryDirectory::create());
  auto directory = cantFail(CaseDirectory::create(folder.path() + "/case"));
  {
    ResultKeeper keeper(directory);
    cantFail(keeper.improve(resultOf(34)));
    cantFail(keeper.improve(resultOf(20)));
    CHECK(sizeIn(directory) == 20);
  }
  {
    ResultKeeper again(directory);
    cantFail(again.improve(resultOf(34)));
    cantFail(again.improve(resultOf(20)));
    CHECK(sizeIn(directory) == 20);
    cantFail(again.improve(resultOf(15)));
    CHECK(sizeIn(directory) == 15);
  }
  {
    ResultKeeper other(directory);
    cantFail(other.improve(resultOf(30, "mul")));
    CHECK(sizeIn(directory) == 30);
    cantFail(other.finish(resultOf(31, "mul")));
    CHECK(sizeIn(directory) == 31);
  }
}

TEST_CASE("A result that can't be read is overwritten", "[driver][best]") {
  auto folder = cantFail(TemporaryDirectory::create());
  auto directory = cantFail(CaseDirectory::create(folder.path() + "/case"));
  cantFail(directory.writeBest(resultOf(1)));
  std::error_code error;
  llvm::raw_fd_ostream(directory.bestFile(), error) << "no result";
  ResultKeeper keeper(directory);
  cantFail(keeper.improve(resultOf(34)));
  CHECK(sizeIn(directory) == 34);
}
