// Checks the values of options, with messages that people understand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These checks replace those of CLI11, the library that reads the command line:
// its messages have internal values, and limits with 300 digits.

#ifndef PINSTRIPE_TOOLS_PINSTRIPE_CHOICES_H
#define PINSTRIPE_TOOLS_PINSTRIPE_CHOICES_H

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <string>

namespace pinstripe {

/// Returns a check for an option whose argument is one of several words. The
/// check replaces the word by the number of its enumerator, so it must be added
/// with CLI11's Option::transform.
template <typename Enumeration>
CLI::Validator oneOf(std::map<std::string, Enumeration> choices) {
  std::string names;
  for (const auto &[name, enumerator] : choices)
    names += (names.empty() ? "" : ",") + name;
  // Completions.cpp finds the allowed words in the description of this check.
  // So the description has the same form, {a,b}, as that of CLI11's own check
  // IsMember.
  return CLI::Validator(
      [choices](std::string &value) -> std::string {
        auto found = choices.find(value);
        if (found != choices.end()) {
          value = std::to_string(static_cast<int>(found->second));
          return "";
        }
        std::string names;
        for (const auto &[name, enumerator] : choices)
          names += (names.empty() ? "" : ", ") + name;
        return "'" + value + "' is not one of " + names;
      },
      "{" + names + "}");
}

inline CLI::Validator aboveZero() {
  return CLI::Validator(
      [](std::string &value) -> std::string {
        double number = 0;
        if (CLI::detail::lexical_cast(value, number) && number > 0)
          return "";
        return "'" + value + "' is not a number above 0";
      },
      "");
}

inline CLI::Validator wholeAboveZero() {
  return CLI::Validator(
      [](std::string &value) -> std::string {
        uint32_t number = 0;
        if (value.find_first_not_of("0123456789") == std::string::npos &&
            CLI::detail::lexical_cast(value, number) && number > 0)
          return "";
        return "'" + value + "' is not a whole number between 1 and " +
               std::to_string(~uint32_t(0));
      },
      "");
}

inline CLI::Validator wholeNumber() {
  return CLI::Validator(
      [](std::string &value) -> std::string {
        uint64_t number = 0;
        if (value.find_first_not_of("0123456789") == std::string::npos &&
            CLI::detail::lexical_cast(value, number))
          return "";
        return "'" + value + "' is not a whole number between 0 and " +
               std::to_string(~uint64_t(0));
      },
      "");
}

/// Returns a check for an option whose argument is "auto" or a whole number
/// from 1 to `max`. The check replaces "auto" by 0.
inline CLI::Validator autoOrUpTo(unsigned max) {
  return CLI::Validator(
      [max](std::string &value) -> std::string {
        if (value == "auto") {
          value = "0";
          return "";
        }
        unsigned number = 0;
        if (!value.empty() && value.size() <= 9 &&
            value.find_first_not_of("0123456789") == std::string::npos)
          number = std::stoul(value);
        if (number >= 1 && number <= max)
          return "";
        return "'" + value + "' is neither auto nor a number between 1 and " +
               std::to_string(max);
      },
      "{auto}");
}

/// Returns a check for an option whose argument is a whole number or "all". The
/// check replaces "all" by the largest 64-bit number.
inline CLI::Validator allOrNumber() {
  return CLI::Validator(
      [](std::string &value) -> std::string {
        if (value == "all") {
          value = std::to_string(~uint64_t(0));
          return "";
        }
        if (!value.empty() && value.size() <= 18 &&
            value.find_first_not_of("0123456789") == std::string::npos)
          return "";
        return "'" + value + "' is neither all nor a number";
      },
      "");
}

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_PINSTRIPE_CHOICES_H
