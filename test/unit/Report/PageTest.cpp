// Tests of the page of a report: its columns, its document, its sentences.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/Page.h"
#include "Page/PageColumns.h"
#include "Page/PageData.h"
#include "Page/PageText.h"
#include "TestSummary.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/JSON.h"
#include <cstring>

using namespace pinstripe;

namespace {

std::vector<uint8_t> unpacked(llvm::StringRef packed, size_t size) {
  std::vector<char> bytes;
  REQUIRE_FALSE(static_cast<bool>(llvm::decodeBase64(packed, bytes)));
  llvm::SmallVector<uint8_t, 0> result;
  llvm::cantFail(llvm::compression::zlib::decompress(
      {reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()}, result,
      size));
  REQUIRE(result.size() == size);
  return {result.begin(), result.end()};
}

/// Returns the numbers of a column as a reader of the page gets them.
template <typename Number>
std::vector<Number> numbersOf(const PageColumn &column) {
  std::vector<uint8_t> bytes =
      unpacked(column.packed, column.length * sizeof(Number));
  std::vector<Number> numbers(column.length);
  if (!bytes.empty())
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
  if (column.isDelta)
    for (size_t i = 1; i < numbers.size(); ++i)
      numbers[i] += numbers[i - 1];
  return numbers;
}

const PageColumn *find(const PageColumns &columns, llvm::StringRef name) {
  for (const PageColumn &column : columns.all())
    if (column.name == name)
      return &column;
  return nullptr;
}

/// The paper's run with the paper's result.
struct PaperReport {
  UnitTable table = paperTable("sample.c");
  Trace trace = paperTrace();
  CaseReport report{{"0.1.0", {}, {"native", ""}, table, trace}};

  PaperReport() {
    report.ending = "exit status 0";
    report.reduction.emplace();
    report.reduction->kept = paperReducedTrace();
    report.reduction->certificate.minimality = Minimality::OneMinimal;
  }
};

llvm::json::Object metaOf(const CaseReport &report) {
  std::vector<PageSet> sets = pageSets(report);
  PageTests tests = pageTests(report);
  PageColumns columns = pageColumns(report, sets, tests);
  return std::move(
      *orFail(llvm::json::parse(pageMeta(report, sets, tests, columns)))
           .getAsObject());
}

} // namespace

TEST_CASE("numbers survive the way through a column", "[page]") {
  PageColumns columns;
  std::vector<uint32_t> rising, mixed = {7, 0, ~uint32_t(0), 3};
  for (uint32_t i = 0; i != 5000; ++i)
    rising.push_back(3 * i);
  std::vector<int32_t> negative = {-1, 5, -1, 2'000'000'000};
  columns.unsignedNumbers("rising", rising);
  columns.unsignedNumbers("mixed", mixed);
  columns.unsignedNumbers("empty", {});
  columns.signedNumbers("negative", negative);
  columns.floats("floats", {0.5f, -2});
  columns.bytes("bytes", {1, 255});
  CHECK(find(columns, "rising")->isDelta);
  CHECK(numbersOf<uint32_t>(*find(columns, "rising")) == rising);
  CHECK(numbersOf<uint32_t>(*find(columns, "mixed")) == mixed);
  CHECK(numbersOf<uint32_t>(*find(columns, "empty")).empty());
  CHECK(numbersOf<int32_t>(*find(columns, "negative")) == negative);
  CHECK(numbersOf<float>(*find(columns, "floats")) ==
        std::vector<float>{0.5f, -2});
  CHECK(numbersOf<uint8_t>(*find(columns, "bytes")) ==
        std::vector<uint8_t>{1, 255});
}

TEST_CASE("a dependence is stored as a distance", "[page]") {
  PaperReport paper;
  EventDependences dependences;
  dependences.first.assign(paper.trace.size() + 1, 0);
  dependences.all = {
      {EventIndex(2), false}, {EventIndex(0), true}, {EventIndex(5), false}};
  std::fill(dependences.first.begin() + 4, dependences.first.end(), 3);
  paper.report.dependences = dependences;
  PageColumns columns = pageColumns(paper.report, {}, {});
  auto first = numbersOf<uint32_t>(*find(columns, "dependence.first"));
  CHECK(first[3] == 0);
  CHECK(first[4] == 3);
  CHECK(numbersOf<int32_t>(*find(columns, "dependence.on")) ==
        std::vector<int32_t>{1, 3, -2});
  CHECK(numbersOf<uint8_t>(*find(columns, "dependence.kind")) ==
        std::vector<uint8_t>{0, 1, 0});
}

TEST_CASE("a row of a test has a bit for each group of events", "[page]") {
  std::vector<Event> events(10000, Event{EntryId(0), InvocationId(0)});
  UnitTable table = paperTable("sample.c");
  Trace trace(events, {Invocation()});
  CaseReport report{{"", {}, {}, table, trace}};
  ReportedTest test;
  test.outcome = Outcome::Fail;
  test.events = EventSet(events.size());
  test.events.insert(EventIndex(0));
  test.events.insert(EventIndex(9999));
  test.executed = 2;
  report.tests = {test, ReportedTest()};
  PageTests shown = pageTests(report);
  CHECK(shown.shown == std::vector<size_t>{0});
  CHECK(shown.width == 1024);
  PageColumns columns = pageColumns(report, {}, shown);
  auto bits = numbersOf<uint8_t>(*find(columns, "test.bits"));
  REQUIRE(bits.size() == 128);
  CHECK(bits.front() == 1);
  CHECK(bits.back() == 0x80);
  CHECK(llvm::count_if(bits, [](uint8_t byte) { return byte != 0; }) == 2);
  CHECK(numbersOf<uint8_t>(*find(columns, "test.outcome")) ==
        std::vector<uint8_t>{1});
}

TEST_CASE("the document of a page describes the case", "[page]") {
  PaperReport paper;
  paper.report.standardOutput = {"a\xffsum = 15\n", 11};
  paper.report.matched = {{2, 10}};
  paper.report.reduction->reasons[8] = {Outcome::Pass, {}, "`mul = 1`"};
  llvm::json::Object meta = metaOf(paper.report);
  const llvm::json::Object *run = meta.getObject("run");
  // The invalid byte has become a character of three bytes.
  const llvm::json::Array *matched = run->getArray("matched");
  REQUIRE(matched->size() == 1);
  CHECK(*(*matched)[0].getAsArray() == llvm::json::Array{4, 12});
  CHECK(*meta.getInteger("events") == static_cast<int64_t>(paper.trace.size()));
  CHECK(meta.getObject("reasons")->getObject("8")->getString("text") ==
        llvm::StringRef("`mul = 1`"));
  CHECK(meta.get("crash")->getAsNull());
  CHECK(meta.getObject("dependences")->getInteger("edges") == 0);
  CHECK(meta.getObject("columns")->getObject("set.kept"));
}

TEST_CASE("clean-ups are a set of their own", "[page]") {
  PaperReport paper;
  ReportedReduction &reduction = *paper.report.reduction;
  reduction.cleanups = EventSet(paper.trace.size());
  auto names = [&] {
    std::vector<std::string> found;
    for (const PageSet &set : pageSets(paper.report))
      found.push_back(set.name);
    return found;
  };
  CHECK(names() == std::vector<std::string>{"kept"});
  reduction.cleanups.insert(*reduction.kept.begin());
  CHECK(names() == std::vector<std::string>{"kept", "cleanups"});
  paper.report.theCase.flow = "guarded";
  CHECK(names() == std::vector<std::string>{"kept", "cleanups", "guarded",
                                            "guarded-cleanups"});
  CHECK(llvm::StringRef(certificateSentence(paper.report))
            .ends_with("; 1 more can't be left out"));
}

TEST_CASE("guarded flow has the clean-ups that compare has found", "[page]") {
  PaperReport paper;
  llvm::json::Array instances;
  for (size_t i = 0; i != paper.trace.size(); ++i)
    instances.push_back(llvm::json::Object{{"guarded", i == 1}});
  (*instances[2].getAsObject())["guarded_cleanups"] = true;
  auto compared = [&] {
    paper.report.documents.erase("compare");
    paper.report.documents.insert(
        {"compare",
         llvm::json::Object{{"instances", llvm::json::Array(instances)}}});
    return pageSets(paper.report);
  };
  std::vector<PageSet> sets = compared();
  REQUIRE(sets.size() == 3);
  CHECK(sets[1].name == "guarded");
  CHECK(sets[1].events.count() == 2);
  CHECK(sets[2].name == "guarded-cleanups");
  CHECK(sets[2].events.count() == 1);
  CHECK(sets[2].events.contains(EventIndex(2)));
  instances.back() = llvm::json::Object();
  CHECK(compared().size() == 1);
}

TEST_CASE("the reason of a kept event names the test that left out only it",
          "[page]") {
  PaperReport paper;
  const EventSet &kept = paper.report.reduction->kept;
  auto first = kept.begin();
  EventIndex second = *++first;
  auto testWithout = [&](llvm::ArrayRef<EventIndex> leftOut) {
    ReportedTest test;
    test.outcome = Outcome::Pass;
    test.events = kept;
    for (EventIndex event : leftOut)
      test.events.erase(event);
    test.executed = test.events.count();
    return test;
  };
  paper.report.tests = {testWithout({second, *++first}), testWithout({second})};
  auto number = static_cast<uint32_t>(second);
  paper.report.reduction->reasons[number] = {Outcome::Pass, {}, ""};
  CHECK(metaOf(paper.report)
            .getObject("reasons")
            ->getObject(std::to_string(number))
            ->getInteger("test") == 1);
}

TEST_CASE("a position inside a character moves to its beginning", "[page]") {
  UTF8Positions valid("aäb");
  CHECK(valid.of(1) == 1);
  CHECK(valid.of(2) == 1);
  CHECK(valid.of(3) == 3);
  CHECK(valid.of(99) == 4);
  UTF8Positions invalid("\xff"
                        "äb");
  CHECK(invalid.of(1) == 3);
  CHECK(invalid.of(2) == 3);
  CHECK(invalid.of(3) == 5);
  CHECK(invalid.of(4) == 6);
  // The first two bytes of a character of three become one replacement.
  UTF8Positions unfinished("\xe2\x82"
                           "b");
  CHECK(unfinished.of(1) == 0);
  CHECK(unfinished.of(2) == 3);
  UTF8Positions stray("\x80\x80\x80\x80\x80");
  CHECK(stray.of(1) == 3);
  CHECK(stray.of(4) == 12);
  CHECK(stray.of(5) == 15);
}

TEST_CASE("the certificate is put into words", "[page]") {
  PaperReport paper;
  CHECK(certificateSentence(paper.report) ==
        "every one of the " +
            std::to_string(paper.report.reduction->kept.count()) +
            " was left out once: the output then did not come out");
  paper.report.reduction->userPinned = EventSet(paper.trace.size());
  paper.report.reduction->userPinned.insert(
      *paper.report.reduction->kept.begin());
  CHECK(llvm::StringRef(certificateSentence(paper.report))
            .ends_with("; 1 more can't be left out"));
  paper.report.reduction->certificate.minimality = Minimality::None;
  CHECK(certificateSentence(paper.report) ==
        "the search was not finished, so more can perhaps be left out");
  CHECK(isUnfinished(paper.report));
}

TEST_CASE("a long list of events in a document is cut", "[page]") {
  auto document = llvm::json::parse(
      R"({"result": {"listed": 3, "cut": null, "events": [1, 2, 3]}})");
  REQUIRE(static_cast<bool>(document));
  llvm::json::Value whole = withFewerEvents(*document, 3);
  CHECK(whole == *document);
  llvm::json::Value cut = withFewerEvents(*document, 2);
  const llvm::json::Object *result = cut.getAsObject()->getObject("result");
  CHECK(result->getArray("events")->size() == 2);
  CHECK(result->getInteger("listed") == 2);
  CHECK(result->getString("cut"));
}

TEST_CASE("a story in a page has fewer lines, events and bytes", "[page]") {
  std::string lines = "0";
  for (size_t i = 1; i != maxSuspectsInStory + 10; ++i)
    lines += ", " + std::to_string(i);
  std::string input = "x";
  for (size_t i = 0; i != maxInputInStory; ++i)
    input += "\u00e4";
  auto document = llvm::json::parse(
      R"({"run": {"inputs": {"inputs": [{"failing": {"text": ")" + input +
      R"("}}]}}, "location": {"ranked": [)" + lines +
      R"(]}, "original_location": null,
         "in_trace_flow": {"result": {"events": [1, 2, 3]}}})");
  REQUIRE(static_cast<bool>(document));
  llvm::json::Value story = shortStory(*document, 2);
  const llvm::json::Object &whole = *story.getAsObject();
  CHECK(whole.getObject("location")->getArray("ranked")->size() ==
        maxSuspectsInStory);
  CHECK(whole.getObject("in_trace_flow")
            ->getObject("result")
            ->getArray("events")
            ->size() == 2);
  llvm::StringRef text =
      *(*whole.getObject("run")->getObject("inputs")->getArray("inputs"))[0]
           .getAsObject()
           ->getObject("failing")
           ->getString("text");
  CHECK(text.size() == maxInputInStory - 1);
  CHECK(llvm::json::isUTF8(text));
}

TEST_CASE("a damaged story in a page stays as it is", "[page]") {
  for (const char *text :
       {"3", "{}", R"({"run": 1, "location": [], "in_trace_flow": "x"})",
        R"({"run": {"inputs": {"inputs": [7, {"failing": null}]}}})"}) {
    auto document = llvm::json::parse(text);
    REQUIRE(static_cast<bool>(document));
    CHECK(shortStory(*document, 2) == *document);
  }
}

TEST_CASE("the data of a page replaces the mark in the viewer", "[page]") {
  PaperReport paper;
  std::string page;
  llvm::raw_string_ostream stream(page);
  llvm::StringRef viewer = "<b><!-- pinstripe:data --></b>";
  llvm::cantFail(checkViewer(viewer));
  writePage(paper.report, viewer, stream);
  llvm::StringRef text = page;
  CHECK(text.starts_with("<b><script type=\"application/x-pinstripe\" "
                         "id=\"pinstripe-meta\">"));
  CHECK(text.ends_with("</script>\n</b>"));
  CHECK(text.contains("id=\"pinstripe-column-event.unit\""));
  CHECK_FALSE(text.contains(pageDataMark));
}

TEST_CASE("a viewer without a single place for the data is refused", "[page]") {
  for (const char *viewer :
       {"", "<!-- pinstripe:data --><!-- pinstripe:data -->"}) {
    llvm::Error error = checkViewer(viewer);
    CHECK(error.isA<UsageError>());
    llvm::consumeError(std::move(error));
  }
}
