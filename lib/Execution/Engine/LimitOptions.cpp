// Parses the limits that a user sets with `--run-limit`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

using namespace pinstripe;

namespace {

using Number = std::optional<uint64_t> LimitOptions::*;
using Seconds = std::optional<double> LimitOptions::*;

struct LimitName {
  const char *name;
  /// Says what the limit restricts, in the words of the `--help` text.
  const char *measure;
  /// The field of LimitOptions for a limit on time; null for other limits.
  Seconds seconds;
  Number number;
  bool isBytes = false;
  bool needsSandbox = false;
  /// The smallest value that the user may set for the limit. With a smaller
  /// limit, no program could run beside the processes that Pinstripe itself has
  /// in the sandbox.
  uint64_t least = 1;
};

constexpr uint64_t mebibyte = uint64_t(1) << 20;

constexpr LimitName limitNames[] = {
    {"time", "seconds of a partial execution", &LimitOptions::seconds, nullptr},
    {"cpu", "seconds of the processor", &LimitOptions::processorSeconds,
     nullptr},
    {"events",
     "executed statements; also how many are recorded, if more than "
     "134217728",
     nullptr, &LimitOptions::events},
    {"memory", "bytes of all its processes", nullptr,
     &LimitOptions::memoryBytes, true, true, mebibyte},
    {"processes", "with threads", nullptr, &LimitOptions::processes, false,
     true},
    {"open-files", "of a process", nullptr, &LimitOptions::openFiles, false,
     true, 256},
    {"file-size", "bytes", nullptr, &LimitOptions::fileBytes, true},
    {"written-bytes", "of all files", nullptr, &LimitOptions::writtenBytes,
     true, true, mebibyte},
    {"output", "bytes", nullptr, &LimitOptions::outputBytes, true},
};

llvm::Error wrong(llvm::StringRef word, const llvm::Twine &what) {
  return llvm::make_error<UsageError>("--run-limit " + word + ": " + what);
}

/// If `text` ends with a unit of bytes such as "K", "MB" or "GiB", removes the
/// unit and returns its size in bytes. Otherwise returns 1.
uint64_t takeUnit(llvm::StringRef &text) {
  (void)text.consume_back("B");
  (void)text.consume_back("i");
  uint64_t unit = 1;
  for (char letter : {'K', 'M', 'G', 'T'}) {
    unit <<= 10;
    if (!text.empty() && text.back() == letter) {
      text = text.drop_back();
      return unit;
    }
  }
  return 1;
}

/// Formats a number of bytes as a user would write it: "64M".
std::string described(uint64_t number) {
  bool isMebibytes = number % mebibyte == 0;
  return isMebibytes ? std::to_string(number / mebibyte) + "M"
                     : std::to_string(number);
}

llvm::Error readNumber(LimitOptions &limits, const LimitName &limit,
                       llvm::StringRef word, llvm::StringRef value) {
  uint64_t unit = limit.isBytes ? takeUnit(value) : 1;
  uint64_t number = 0;
  if (value.getAsInteger(10, number))
    return wrong(word, limit.isBytes
                           ? "is not a number of bytes; write 100000, 512K, "
                             "64M, or 2G"
                           : "is not a whole number");
  if (number > INT64_MAX / unit)
    return wrong(word, "is too large");
  if (number * unit < limit.least)
    return wrong(word,
                 "is too small; the minimum is " + described(limit.least));
  limits.*limit.number = number * unit;
  return llvm::Error::success();
}

llvm::Error readSeconds(LimitOptions &limits, const LimitName &limit,
                        llvm::StringRef word, llvm::StringRef value) {
  double factor = value.consume_back("ms") ? 1e-3 : 1;
  (void)value.consume_back("s");
  double seconds = 0;
  if (value.getAsDouble(seconds) || !std::isfinite(seconds))
    return wrong(word, "is not a number of seconds; write 2, 0.5 or 500ms");
  seconds *= factor;
  // A run needs a millisecond at least. A time of much more than 30 years (1e9
  // seconds), in nanoseconds, would not fit into 64 bits.
  if (seconds < 1e-3 || seconds > 1e9)
    return wrong(word, "is not between a millisecond and 30 years");
  limits.*limit.seconds = seconds;
  return llvm::Error::success();
}

llvm::Error readLimit(LimitOptions &limits, llvm::StringRef word) {
  auto [name, value] = word.split('=');
  for (const LimitName &limit : limitNames)
    if (name == limit.name)
      return limit.seconds ? readSeconds(limits, limit, word, value)
                           : readNumber(limits, limit, word, value);
  return wrong(word, "there is no limit of that name; write NAME=VALUE, where "
                     "NAME is one of " +
                         describeLimitNames());
}

} // namespace

std::string LimitOptions::needsSandbox() const {
  for (const LimitName &limit : limitNames)
    if (limit.needsSandbox && this->*limit.number)
      return limit.name;
  return "";
}

llvm::Expected<LimitOptions>
pinstripe::parseLimits(llvm::ArrayRef<std::string> words) {
  LimitOptions limits;
  for (const std::string &word : words)
    if (llvm::Error error = readLimit(limits, word))
      return error;
  return limits;
}

std::string pinstripe::optionFor(LimitReached::Kind kind) {
  std::string name = nameOf(kind).drop_front(strlen("limit of ")).str();
  std::replace(name.begin(), name.end(), ' ', '-');
  assert(llvm::any_of(
             limitNames,
             [&](const LimitName &limit) { return name == limit.name; }) &&
         "this limit can't be set");
  return name;
}

std::string pinstripe::describeLimitNames() {
  std::string text;
  for (const LimitName &limit : limitNames) {
    text += text.empty() ? limit.name : std::string(", ") + limit.name;
    if (*limit.measure != 0)
      text += std::string(" (") + limit.measure + ")";
  }
  return text;
}
