// Reduces a string with a lambda: what of it makes the predicate true?
#include "pinstripe/Reduction/FunctionOracle.h"
#include <iostream>

int main() {
  std::string input = R"(V"/+!aF-(V4EOz*+s/Q,7)2@0_)";
  auto cause = pinstripe::reduceSequence(input, [](const std::string &part) {
    size_t opening = part.find('(');
    return opening != part.npos && part.find(')', opening) != part.npos;
  });
  std::cout << llvm::cantFail(std::move(cause)) << "\n"; // ()
}
