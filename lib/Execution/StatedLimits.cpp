//===- StatedLimits.cpp - Limits by the user's word -----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Execution/StatedLimits.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

using namespace pinstripe;

namespace {

using Number = std::optional<uint64_t> StatedLimits::*;
using Seconds = std::optional<double> StatedLimits::*;

struct LimitName {
  const char *name;
  const char *measure; ///< for people
  Seconds seconds;     ///< null: it is a number
  Number number;
  bool isBytes = false;
  bool needsSandbox = false;
  /// Less than that no program can do with, or our own processes beside it.
  uint64_t least = 1;
};

constexpr uint64_t mebibyte = uint64_t(1) << 20;

constexpr LimitName limitNames[] = {
    {"time", "seconds of a partial execution", &StatedLimits::seconds, nullptr},
    {"cpu", "seconds of the processor", &StatedLimits::processorSeconds,
     nullptr},
    {"events", "", nullptr, &StatedLimits::events},
    {"memory", "bytes of all its processes", nullptr,
     &StatedLimits::memoryBytes, true, true, mebibyte},
    {"processes", "with threads", nullptr, &StatedLimits::processes, false,
     true},
    {"open-files", "of a process", nullptr, &StatedLimits::openFiles, false,
     true, 256},
    {"file-size", "bytes", nullptr, &StatedLimits::fileBytes, true},
    {"written-bytes", "of all files", nullptr, &StatedLimits::writtenBytes,
     true, true, mebibyte},
    {"output", "bytes", nullptr, &StatedLimits::outputBytes, true},
};

llvm::Error wrong(llvm::StringRef word, const llvm::Twine &what) {
  return llvm::make_error<UsageError>("--run-limit " + word + ": " + what);
}

/// 1 where there is none that we know.
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

/// As one would write it.
std::string described(uint64_t number) {
  bool isMebibytes = number % mebibyte == 0;
  return isMebibytes ? std::to_string(number / mebibyte) + "M"
                     : std::to_string(number);
}

llvm::Error readNumber(StatedLimits &limits, const LimitName &limit,
                       llvm::StringRef word, llvm::StringRef value) {
  uint64_t unit = limit.isBytes ? takeUnit(value) : 1;
  uint64_t number = 0;
  if (value.getAsInteger(10, number))
    return wrong(word, limit.isBytes
                           ? "is no number of bytes; write 100000, 512K, 64M, "
                             "or 2G"
                           : "is no whole number");
  if (number > INT64_MAX / unit)
    return wrong(word, "is more than there can be");
  if (number * unit < limit.least)
    return wrong(word, "is too little; the least is " + described(limit.least));
  limits.*limit.number = number * unit;
  return llvm::Error::success();
}

llvm::Error readSeconds(StatedLimits &limits, const LimitName &limit,
                        llvm::StringRef word, llvm::StringRef value) {
  double factor = value.consume_back("ms") ? 1e-3 : 1;
  (void)value.consume_back("s");
  double seconds = 0;
  if (value.getAsDouble(seconds) || !std::isfinite(seconds))
    return wrong(word, "is no number of seconds; write 2, 0.5 or 500ms");
  seconds *= factor;
  // A run needs some of it; a deadline is a number of nanoseconds.
  if (seconds < 1e-3 || seconds > 1e9)
    return wrong(word, "is not between a millisecond and 30 years");
  limits.*limit.seconds = seconds;
  return llvm::Error::success();
}

llvm::Error readLimit(StatedLimits &limits, llvm::StringRef word) {
  auto [name, value] = word.split('=');
  for (const LimitName &limit : limitNames)
    if (name == limit.name)
      return limit.seconds ? readSeconds(limits, limit, word, value)
                           : readNumber(limits, limit, word, value);
  return wrong(word, "there is no limit of that name; write NAME=VALUE, with "
                     "one of these: " +
                         describeLimitNames());
}

} // namespace

std::string StatedLimits::needsSandbox() const {
  for (const LimitName &limit : limitNames)
    if (limit.needsSandbox && this->*limit.number)
      return limit.name;
  return "";
}

llvm::Expected<StatedLimits>
pinstripe::parseLimits(llvm::ArrayRef<std::string> words) {
  StatedLimits limits;
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
         "nobody can set it");
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
