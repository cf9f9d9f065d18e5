// Tests of the limits that a user sets with `--run-limit`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/LimitOptions.h"
#include "TestSupport/OrFail.h"

using namespace pinstripe;

static LimitOptions parsed(const std::vector<std::string> &words) {
  return orFail(parseLimits(words));
}

static std::string refusal(const std::string &word) {
  auto limits = parseLimits(word);
  return limits ? "" : llvm::toString(limits.takeError());
}

TEST_CASE("limits are read with their units", "[limits]") {
  CHECK(parsed({"memory=2G"}).memoryBytes == uint64_t(2) << 30);
  CHECK(parsed({"memory=3MiB"}).memoryBytes == uint64_t(3) << 20);
  CHECK(parsed({"file-size=512K"}).fileBytes == 512 * 1024);
  CHECK(parsed({"output=10"}).outputBytes == 10);
  CHECK(parsed({"time=1.5"}).seconds == 1.5);
  CHECK(parsed({"cpu=250ms"}).processorSeconds == 0.25);
  CHECK(parsed({"events=7", "events=8"}).events == 8);
  CHECK_FALSE(parsed({"events=7"}).processes);
}

TEST_CASE("a word that is not a limit is refused", "[limits]") {
  for (const char *word :
       {"", "=", "memory", "memory=", "memory=x", "memory=-1", "memory=1",
        "memory=9999999999G", "events=0", "events=1K", "time=0", "time=nan",
        "time=inf", "time=1e99", "open-files=20", "Time=1", "processes=0.5"}) {
    INFO(word);
    CHECK(refusal(word).find("--run-limit " + std::string(word)) == 0);
  }
}

TEST_CASE("some limits need a sandbox", "[limits]") {
  CHECK(parsed({"time=1", "output=1"}).needsSandbox() == "");
  CHECK(parsed({"time=1", "written-bytes=1G"}).needsSandbox() ==
        "written-bytes");
}
