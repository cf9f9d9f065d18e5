// Lists values that are simpler than the value of an argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/SimplerNumbers.h"
#include <cmath>
#include <cstring>

using namespace pinstripe;

bool pinstripe::isInteger(const CallPart &number) {
  switch (number.type->kind) {
  case ValueType::Kind::Float:
  case ValueType::Kind::Boolean:
  case ValueType::Kind::Enumeration:
    return false;
  default:
    return true;
  }
}

NumberGap pinstripe::gapBetween(const ValueType &type, llvm::StringRef from,
                                llvm::StringRef to) {
  return {static_cast<uint64_t>(signedNumber(type, from)),
          static_cast<uint64_t>(signedNumber(type, to)),
          type.kind != ValueType::Kind::Unsigned};
}

static double floatIn(llvm::StringRef bytes) {
  float single = 0;
  double number = 0;
  if (bytes.size() == sizeof single) {
    std::memcpy(&single, bytes.data(), sizeof single);
    return single;
  }
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

static std::string bytesOfFloat(double number, size_t size) {
  std::string bytes(size, '\0');
  auto single = static_cast<float>(number);
  if (size == sizeof single)
    std::memcpy(bytes.data(), &single, size);
  else
    std::memcpy(bytes.data(), &number, size);
  return bytes;
}

static std::vector<std::string> fewerDecimals(llvm::StringRef value) {
  double number = floatIn(value);
  std::vector<std::string> simpler = {bytesOfFloat(0, value.size())};
  constexpr int mostDecimals = 6;
  if (!std::isfinite(number))
    return simpler;
  for (int decimals = 0; decimals <= mostDecimals; ++decimals) {
    double scale = std::pow(10, decimals);
    simpler.push_back(
        bytesOfFloat(std::trunc(number * scale) / scale, value.size()));
  }
  return simpler;
}

std::vector<std::string> pinstripe::simplerValues(const ValueType &type,
                                                  llvm::StringRef value) {
  std::vector<std::string> all;
  if (type.kind == ValueType::Kind::Float)
    all = fewerDecimals(value);
  else
    for (const ValueType::Enumerator &each : type.enumerators)
      all.push_back(bytesOfNumber(each.value, value.size()));
  if (all.empty())
    all.push_back(bytesOfNumber(0, value.size()));
  std::vector<std::string> simpler;
  for (std::string &each : all) {
    if (each == value)
      break;
    if (simpler.empty() || simpler.back() != each)
      simpler.push_back(std::move(each));
  }
  return simpler;
}
