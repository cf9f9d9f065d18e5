// Tests how users go from one kept event of a result to another.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/KeptEvents.h"

#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"
#include "llvm/Support/Error.h"

using namespace pinstripe;

namespace {

/// The result of reducing the paper's run: of 34 events, 1, 4, 9, 10, 12, 14,
/// ... 28, 32 and 33 are kept, counted from 1 as users see them.
struct PaperResult {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  KeptEvents kept{table, trace, paperReducedTrace()};

  /// Returns the number of the event that `words` mean if the program is at the
  /// event `present`, or the error. A `present` of 0 means that the program is
  /// at no event.
  std::string find(llvm::StringRef words, uint32_t present = 0) const {
    std::optional<EventIndex> event;
    if (present != 0)
      event = EventIndex(present - 1);
    llvm::Expected<EventIndex> found = kept.find(words, event);
    return found ? number(*found) : llvm::toString(found.takeError());
  }
  std::string after(uint32_t present, size_t steps = 1) const {
    return number(kept.after(EventIndex(present - 1), steps));
  }
  std::string before(uint32_t present, size_t steps = 1) const {
    return number(kept.before(EventIndex(present - 1), steps));
  }
  static std::string number(std::optional<EventIndex> event) {
    return event ? std::to_string(static_cast<uint32_t>(*event) + 1) : "none";
  }
};

} // namespace

TEST_CASE("a user goes forward and backward through the kept events",
          "[case][replay]") {
  PaperResult paper;
  CHECK(paper.kept.size() == 15);
  CHECK(paper.after(1) == "4");
  CHECK(paper.after(1, 3) == "10");
  CHECK(paper.before(9) == "4");
  CHECK(paper.before(9, 2) == "1");
  SECTION("also from an event that is skipped") {
    CHECK(paper.after(7) == "9");
    CHECK(paper.before(7) == "4");
  }
  SECTION("but not beyond the first and the last") {
    CHECK(paper.before(1) == "none");
    CHECK(paper.before(9, 3) == "none");
    CHECK(paper.after(33) == "none");
    CHECK(paper.after(32, 2) == "none");
  }
}

TEST_CASE("before the run comes the first kept event, and after it the last",
          "[case][replay]") {
  PaperResult paper;
  CHECK(PaperResult::number(paper.kept.after(std::nullopt)) == "1");
  CHECK(PaperResult::number(paper.kept.before(std::nullopt)) == "33");
  CHECK(PaperResult::number(paper.kept.before(std::nullopt, 2)) == "32");
}

TEST_CASE("a user names an event by its number or its place",
          "[case][replay]") {
  PaperResult paper;
  CHECK(paper.find("9") == "9");
  CHECK(paper.find("sample.c:15#5") == "26");
  CHECK(paper.find("sample.c:15:5#5") == "26");
  SECTION("a place alone means the next event there, else the first") {
    CHECK(paper.find("sample.c:15") == "10");
    CHECK(paper.find("sample.c:15", 10) == "14");
    CHECK(paper.find("sample.c:15", 26) == "10");
  }
}

TEST_CASE("an event that can't be gone to is refused with the nearest ones",
          "[case][replay]") {
  PaperResult paper;
  CHECK(paper.find("7") == "event 7, sample.c:12 #1 `a <= b`, is skipped; the "
                           "kept events next to it are 4 and 9");
  CHECK(paper.find("34") == "event 34, sample.c:19 #1 `0`, is skipped; the "
                            "kept event next to it is 33");
  CHECK(paper.find("sample.c:12#2") ==
        "event 11, sample.c:12 #2 `a <= b`, is skipped; the kept events next "
        "to it are 10 and 12");
  CHECK(paper.find("0") ==
        "there is no event 0: the recorded run has 34 events");
  CHECK(paper.find("35") ==
        "there is no event 35: the recorded run has 34 events");
  CHECK(llvm::StringRef(paper.find("sample.c:99"))
            .starts_with("nothing was executed at sample.c:99"));
  for (llvm::StringRef words : {"", "sample.c", "-1", "sample.c:15:a"})
    CHECK(llvm::StringRef(paper.find(words)).contains("is no event"));
}
