// Reads how CTest describes its tests, and decides in the same way as CTest
// whether a test has passed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Suite/SuiteTest.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"
#include <map>

using namespace pinstripe;

static llvm::Error notReadable(const llvm::Twine &reason) {
  return llvm::make_error<UsageError>(
      "the output of `ctest --show-only=json-v1`: " + reason +
      "; this needs CTest 3.14 or later");
}

/// Returns the texts in the value of a property that CTest gives a test. The
/// value is either a list of texts or a single text.
static std::vector<std::string> textsOf(const llvm::json::Value &value) {
  std::vector<std::string> result;
  if (std::optional<llvm::StringRef> text = value.getAsString())
    result.push_back(text->str());
  if (const llvm::json::Array *list = value.getAsArray())
    for (const llvm::json::Value &each : *list)
      if (std::optional<llvm::StringRef> text = each.getAsString())
        result.push_back(text->str());
  return result;
}

static void setProperty(SuiteTest &test, llvm::StringRef name,
                        const llvm::json::Value &value) {
  const std::pair<llvm::StringRef, std::vector<std::string> *> lists[] = {
      {"ENVIRONMENT", &test.environment},
      {"ENVIRONMENT_MODIFICATION", &test.modifications},
      {"PASS_REGULAR_EXPRESSION", &test.pass},
      {"FAIL_REGULAR_EXPRESSION", &test.fail},
      {"SKIP_REGULAR_EXPRESSION", &test.skip},
      {"FIXTURES_REQUIRED", &test.requiredFixtures},
      {"FIXTURES_SETUP", &test.setUpFixtures}};
  for (const auto &[known, list] : lists)
    if (name == known)
      *list = textsOf(value);
  if (name == "WORKING_DIRECTORY")
    test.workingDirectory = value.getAsString().value_or("").str();
  else if (name == "TIMEOUT")
    test.timeoutSeconds = value.getAsNumber();
  else if (name == "WILL_FAIL")
    test.willFail = value.getAsBoolean().value_or(false);
  else if (name == "DISABLED")
    test.isDisabled = value.getAsBoolean().value_or(false);
  else if (name == "SKIP_RETURN_CODE")
    if (std::optional<int64_t> status = value.getAsInteger())
      test.skipStatus = static_cast<int>(*status);
}

static SuiteTest parseTest(const llvm::json::Object &object) {
  SuiteTest test;
  test.name = object.getString("name").value_or("").str();
  if (const llvm::json::Value *command = object.get("command"))
    test.command = textsOf(*command);
  const llvm::json::Array *properties = object.getArray("properties");
  if (!properties)
    return test;
  for (const llvm::json::Value &each : *properties) {
    const llvm::json::Object *property = each.getAsObject();
    const llvm::json::Value *value =
        property ? property->get("value") : nullptr;
    if (value)
      setProperty(test, property->getString("name").value_or(""), *value);
  }
  // For CTest, a time limit of zero means no limit.
  if (test.timeoutSeconds && *test.timeoutSeconds <= 0)
    test.timeoutSeconds.reset();
  return test;
}

llvm::Expected<std::vector<SuiteTest>>
pinstripe::parseTests(llvm::StringRef json) {
  llvm::Expected<llvm::json::Value> document = llvm::json::parse(json);
  if (!document)
    return notReadable(llvm::toString(document.takeError()));
  const llvm::json::Object *root = document->getAsObject();
  if (!root || root->getString("kind") != llvm::StringRef("ctestInfo"))
    return notReadable("it does not list tests");
  const llvm::json::Object *version = root->getObject("version");
  if (!version || version->getInteger("major") != 1)
    return notReadable("its version is not known");
  const llvm::json::Array *tests = root->getArray("tests");
  if (!tests)
    return notReadable("it has no list of tests");
  std::vector<SuiteTest> result;
  for (const llvm::json::Value &each : *tests)
    if (const llvm::json::Object *object = each.getAsObject())
      result.push_back(parseTest(*object));
  return result;
}

namespace {

/// Holds the environment variables of a test while the entries of
/// ENVIRONMENT_MODIFICATION are applied.
class Variables {
public:
  using Value = std::optional<std::string>;
  using Outside = llvm::function_ref<Value(llvm::StringRef)>;

  explicit Variables(Outside outside) : outside(outside) {}

  void set(llvm::StringRef name, Value value) {
    values[name.str()] = std::move(value);
  }
  Value get(llvm::StringRef name) const {
    auto found = values.find(name.str());
    return found == values.end() ? outside(name) : found->second;
  }
  /// Joins `added` to a variable's value: at the end if `isAfter` is true,
  /// otherwise at the front. `separator` comes between them, unless the
  /// variable has no value.
  void extend(llvm::StringRef name, llvm::StringRef added,
              llvm::StringRef separator, bool isAfter) {
    std::string old = get(name).value_or("");
    if (old.empty())
      return set(name, added.str());
    set(name, isAfter ? old + separator.str() + added.str()
                      : added.str() + separator.str() + old);
  }
  TestEnvironment take() const {
    TestEnvironment result;
    for (const auto &[name, value] : values)
      if (value)
        result.added.push_back(name + "=" + *value);
      else
        result.removed.push_back(name);
    return result;
  }

private:
  Outside outside;
  /// Maps each variable that the test sets to its value, and each variable that
  /// the test removes to nullopt.
  std::map<std::string, Value> values;
};

} // namespace

/// Applies one entry of ENVIRONMENT_MODIFICATION to `variables`. Returns false
/// if the operation in the entry is not known. `initial` holds the variables of
/// ENVIRONMENT.
static bool modify(Variables &variables, const Variables &initial,
                   llvm::StringRef entry) {
  auto [name, rest] = entry.split('=');
  auto [operation, value] = rest.split(':');
  if (operation == "set")
    variables.set(name, value.str());
  else if (operation == "unset")
    variables.set(name, std::nullopt);
  else if (operation == "reset")
    variables.set(name, initial.get(name));
  else if (operation == "string_append")
    variables.extend(name, value, "", /*isAfter=*/true);
  else if (operation == "string_prepend")
    variables.extend(name, value, "", /*isAfter=*/false);
  else if (operation == "path_list_append")
    variables.extend(name, value, ":", /*isAfter=*/true);
  else if (operation == "path_list_prepend")
    variables.extend(name, value, ":", /*isAfter=*/false);
  else if (operation == "cmake_list_append")
    variables.extend(name, value, ";", /*isAfter=*/true);
  else if (operation == "cmake_list_prepend")
    variables.extend(name, value, ";", /*isAfter=*/false);
  else
    return false;
  return true;
}

llvm::Expected<TestEnvironment> pinstripe::environmentOf(
    const SuiteTest &test,
    llvm::function_ref<std::optional<std::string>(llvm::StringRef)> outside) {
  Variables variables(outside);
  for (llvm::StringRef assignment : test.environment) {
    auto [name, value] = assignment.split('=');
    variables.set(name, value.str());
  }
  const Variables initial = variables;
  for (const std::string &entry : test.modifications)
    if (!modify(variables, initial, entry))
      return llvm::make_error<UsageError>(
          test.name + ": its property ENVIRONMENT_MODIFICATION has `" + entry +
          "`, an operation that Pinstripe does not know; record the test by "
          "hand with `pinstripe record --env`");
  return variables.take();
}

std::vector<const SuiteTest *>
pinstripe::setUpTestsOf(const SuiteTest &test, llvm::ArrayRef<SuiteTest> all) {
  std::vector<const SuiteTest *> result;
  for (const SuiteTest &each : all)
    if (llvm::any_of(each.setUpFixtures, [&](const std::string &fixture) {
          return llvm::is_contained(test.requiredFixtures, fixture);
        }))
      result.push_back(&each);
  return result;
}

/// Tries the regular expressions one after the other on `output`. Returns the
/// text that the first successful one matches; nullopt if none of them matches.
static llvm::Expected<std::optional<std::string>>
firstMatch(const SuiteTest &test, llvm::ArrayRef<std::string> expressions,
           llvm::StringRef output) {
  for (const std::string &expression : expressions) {
    llvm::Regex regex(expression);
    std::string problem;
    if (!regex.isValid(problem))
      return llvm::make_error<UsageError>(
          test.name + ": can't read its regular expression `" + expression +
          "`: " + problem);
    llvm::SmallVector<llvm::StringRef, 1> matches;
    if (regex.match(output, &matches))
      return matches.front().str();
  }
  return std::nullopt;
}

static std::string describeStatus(std::optional<int> status) {
  return status ? "exit status " + std::to_string(*status)
                : "ended by a signal";
}

llvm::Expected<TestVerdict> pinstripe::judgeTest(const SuiteTest &test,
                                                 std::optional<int> status,
                                                 llvm::StringRef output) {
  auto find = [&](llvm::ArrayRef<std::string> expressions) {
    return firstMatch(test, expressions, output);
  };
  auto required = find(test.pass), bad = find(test.fail),
       skipping = find(test.skip);
  if (llvm::Error error = llvm::joinErrors(
          llvm::joinErrors(required.takeError(), bad.takeError()),
          skipping.takeError()))
    return error;
  using Kind = TestVerdict::Kind;
  if (*skipping)
    return TestVerdict{Kind::Skipped,
                       "its output matches SKIP_REGULAR_"
                       "EXPRESSION",
                       ""};
  if (status && test.skipStatus == status)
    return TestVerdict{Kind::Skipped,
                       describeStatus(status) + ", its SKIP_RETURN_CODE", ""};
  TestVerdict verdict;
  bool isRequired = !test.pass.empty();
  bool fails = true;
  if (isRequired && !*required) {
    verdict.reason = "its output does not match PASS_REGULAR_EXPRESSION";
  } else if (*bad) {
    verdict.reason = "its output matches FAIL_REGULAR_EXPRESSION";
    verdict.badText = **bad;
  } else {
    verdict.reason = describeStatus(status);
    fails = !status || (*status != 0 && !isRequired);
  }
  if (test.willFail && status) {
    verdict.badText.clear();
    verdict.reason += ", although it is to fail (WILL_FAIL)";
    fails = !fails;
  }
  if (!fails)
    return TestVerdict{};
  verdict.kind = Kind::Failed;
  return verdict;
}
