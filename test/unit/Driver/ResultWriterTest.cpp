// Tests of the best result on disk.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Support/DirectoryTree.h"

using namespace pinstripe;
using llvm::cantFail;

static BestResult resultOf(unsigned kept, const char *keep = "sum") {
  BestResult best;
  best.kept = EventSet(34);
  best.kept.insertRange(EventIndex(0), EventIndex(kept));
  best.predicate.keep = {keep};
  return best;
}

static size_t sizeIn(const CaseDirectory &directory) {
  auto best = cantFail(directory.readBest());
  return best ? best->size() : 0;
}

TEST_CASE("An earlier result stays until the new one is as good",
          "[driver][best]") {
  auto folder = cantFail(TemporaryDirectory::create());
  auto directory = cantFail(CaseDirectory::create(folder.path() + "/case"));
  {
    StoredResultWriter keeper(directory);
    cantFail(keeper.improve(resultOf(34)));
    cantFail(keeper.improve(resultOf(20)));
    CHECK(sizeIn(directory) == 20);
  }
  {
    StoredResultWriter again(directory);
    cantFail(again.improve(resultOf(34)));
    cantFail(again.improve(resultOf(20)));
    CHECK(sizeIn(directory) == 20);
    cantFail(again.improve(resultOf(15)));
    CHECK(sizeIn(directory) == 15);
  }
  {
    StoredResultWriter other(directory);
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
  StoredResultWriter keeper(directory);
  cantFail(keeper.improve(resultOf(34)));
  CHECK(sizeIn(directory) == 34);
}

TEST_CASE("A step of another verb does not replace the result of reduce",
          "[driver][best]") {
  auto folder = cantFail(TemporaryDirectory::create());
  auto directory = cantFail(CaseDirectory::create(folder.path() + "/case"));
  BestResult step = resultOf(3, "line");
  step.isStep = true;
  {
    StoredResultWriter locate(directory);
    cantFail(locate.improve(step));
    CHECK(sizeIn(directory) == 3);
  }
  {
    StoredResultWriter reduce(directory);
    cantFail(reduce.improve(resultOf(20)));
    cantFail(reduce.finish(resultOf(15)));
    CHECK(sizeIn(directory) == 15);
  }
  StoredResultWriter locate(directory);
  cantFail(locate.improve(step));
  cantFail(locate.finish(step));
  CHECK(sizeIn(directory) == 15);
  CHECK_FALSE(cantFail(directory.readBest())->isStep);
}
