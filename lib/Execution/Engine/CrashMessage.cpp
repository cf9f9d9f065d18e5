// Finds the message with which a run crashed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/CrashMessage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <csignal>

using namespace pinstripe;

using Lines = llvm::SmallVector<llvm::StringRef, 0>;

static Lines linesOf(llvm::StringRef text) {
  Lines lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return lines;
}

/// Replaces addresses and process numbers in a line by "...", since they differ
/// from run to run. A process number stands between "==" and "==", or in
/// brackets after a program's name.
static std::string normalised(llvm::StringRef line) {
  std::string result;
  auto skipNumber = [&](llvm::StringRef before, llvm::StringRef after) {
    llvm::StringRef rest = line;
    if (!rest.consume_front(before))
      return false;
    llvm::StringRef digits = rest.take_while(llvm::isDigit);
    if (digits.empty() || !rest.drop_front(digits.size()).starts_with(after))
      return false;
    result += (before + "..." + after).str();
    line = rest.drop_front(digits.size() + after.size());
    return true;
  };
  while (!line.empty()) {
    if (skipNumber("==", "==") || skipNumber("[", "]"))
      continue;
    if (line.consume_front("0x")) {
      line = line.drop_while(llvm::isHexDigit);
      result += "0x...";
      continue;
    }
    result += line.front();
    line = line.drop_front();
  }
  return result;
}

// Sanitizers

/// Returns the source place in one line of a stack trace, such as "#1 0x55.. in
/// find prog.c:14:9". Returns an empty string if the line has no source place,
/// or if the place is in the code of the sanitizer itself.
static std::string sourcePlaceOf(llvm::StringRef frame) {
  llvm::StringRef place = frame.split(" in ").second.trim();
  bool isOfSanitizer = place.starts_with("__interceptor_") ||
                       place.contains("libsanitizer/") ||
                       place.contains("compiler-rt/");
  bool hasLine = place.contains(':') && !place.ends_with(")");
  return hasLine && !isOfSanitizer ? place.str() : "";
}

/// Returns the first source place in the lines of a stack trace. If no line has
/// one, returns the first module that is not a library: "(prog+0x1234)".
static std::string placeIn(llvm::ArrayRef<llvm::StringRef> lines) {
  std::string place;
  for (llvm::StringRef line : lines) {
    line = line.trim();
    if (!line.starts_with("#"))
      return place;
    if (std::string found = sourcePlaceOf(line); !found.empty())
      return found;
    llvm::StringRef module = line.substr(line.find('('));
    if (place.empty() && !module.contains(".so"))
      place = module.str();
  }
  return place;
}

/// Returns the sanitizer report that begins at the first of `lines`, such as
/// "==7==ERROR: AddressSanitizer: stack-overflow on address ...".
static SanitizerReport reportAt(llvm::ArrayRef<llvm::StringRef> lines) {
  SanitizerReport report;
  // After " on ", the report goes on with addresses, which differ from run to
  // run. So the text from " on " onwards is left out.
  llvm::StringRef head = lines.front().split(": ").second;
  report.mistake = normalised(head.take_front(head.find(" on ")));
  for (size_t i = 1; i < lines.size(); ++i) {
    llvm::StringRef line = lines[i].trim();
    bool isAccess = line.starts_with("READ of") || line.starts_with("WRITE of");
    if (isAccess)
      report.mistake += ", " + line.split(" at ").first.str();
    if (!line.starts_with("#"))
      continue;
    report.place = placeIn(lines.drop_front(i));
    break;
  }
  return report;
}

/// Parses the report of UndefinedBehaviorSanitizer that begins at the first of
/// `lines`. A report counts as fatal if no other text follows it, since a
/// program that goes on usually writes something more.
static SanitizerReport
behaviourReportAt(llvm::ArrayRef<llvm::StringRef> lines) {
  bool isLast = llvm::all_of(lines.drop_front(), [](llvm::StringRef line) {
    return line.starts_with("SUMMARY: ") || line.trim().starts_with("#");
  });
  return {normalised(lines.front()), "", isLast};
}

std::optional<SanitizerReport>
pinstripe::sanitizerReport(llvm::StringRef standardError) {
  std::optional<SanitizerReport> found;
  Lines lines = linesOf(standardError);
  for (size_t i = 0; i < lines.size(); ++i) {
    llvm::StringRef line = lines[i];
    if (line.starts_with("==") && line.contains("Sanitizer: ") &&
        (line.contains("ERROR: ") || line.contains("WARNING: ")))
      found = reportAt(llvm::ArrayRef(lines).drop_front(i));
    else if (line.contains(": runtime error: "))
      found = behaviourReportAt(llvm::ArrayRef(lines).drop_front(i));
  }
  return found;
}

bool pinstripe::hasCrashed(const RunResult &result) {
  if (std::holds_alternative<Crashed>(result.ending))
    return true;
  const auto *exited = std::get_if<Exited>(&result.ending);
  if (!exited || exited->status == 0)
    return false;
  auto report = sanitizerReport(result.standardError);
  return report && report->isFatal;
}

// The following functions find messages that libraries write before abort().

/// Returns true for a message that libc or libstdc++ writes before abort().
static bool isOfLibrary(llvm::StringRef line) {
  if (line.contains(": Assertion `") || line.contains(": Assertion '"))
    return true;
  if (line.starts_with("*** ") && line.contains("terminated"))
    return true;
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringLiteral>(
          {"free(): ", "malloc(): ", "realloc(): ", "calloc(): ",
           "malloc_consolidate(): ", "munmap_chunk(): ", "double free or ",
           "corrupted ", "pure virtual method called",
           "Fatal glibc error: ", "terminate called "}),
      [&](llvm::StringRef start) { return line.starts_with(start); });
}

/// Returns the message that a run wrote to standard error before abort(). For
/// an uncaught exception, adds the next line, which has the exception's text
/// ("what()").
static std::string messageBeforeAbort(llvm::StringRef standardError) {
  Lines lines = linesOf(standardError);
  for (size_t i = lines.size(); i > 0; --i) {
    if (!isOfLibrary(lines[i - 1]))
      continue;
    std::string message = normalised(lines[i - 1]);
    if (i < lines.size() && lines[i].trim().starts_with("what():"))
      message += " " + normalised(lines[i].trim());
    return message;
  }
  return lines.empty() ? "" : normalised(lines.back());
}

std::string pinstripe::crashMessage(const RunResult &result) {
  if (!hasCrashed(result))
    return "";
  if (auto report = sanitizerReport(result.standardError))
    return report->place.empty() ? report->mistake
                                 : report->mistake + " in " + report->place;
  const auto *crashed = std::get_if<Crashed>(&result.ending);
  return crashed && crashed->signal == SIGABRT
             ? messageBeforeAbort(result.standardError)
             : "";
}

// Comparison

static bool isSameFault(const Crashed &left, const Crashed &right) {
  bool isSamePlace = left.address == right.address &&
                     left.library == right.library && left.place == right.place;
  bool isSameAddress = left.isOfPoison && right.isOfPoison &&
                       left.usedAddress == right.usedAddress;
  bool isGenuine = !left.isOfPoison && !right.isOfPoison;
  return isSamePlace && left.fault == right.fault &&
         (isGenuine || isSameAddress);
}

bool pinstripe::isSameCrash(const RunResult &left, const RunResult &right) {
  if (!hasCrashed(left) || !hasCrashed(right) ||
      !isSameEnding(left.ending, right.ending) ||
      crashMessage(left) != crashMessage(right))
    return false;
  // If a sanitizer ended both runs with an exit status, there are no crash
  // addresses to compare. Equal messages are enough then, since the message of
  // a sanitizer contains the place of the crash.
  const auto *crashed = std::get_if<Crashed>(&left.ending);
  return !crashed || isSameFault(*crashed, std::get<Crashed>(right.ending));
}
