// Real outputs of test programs that use Catch2 2.13 and 3.7, and GoogleTest
// 1.12.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_SUITE_REALOUTPUTS_H
#define PINSTRIPE_TEST_UNIT_SUITE_REALOUTPUTS_H

#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// One test case of Catch2 fails at its second assertion, a REQUIRE.
inline constexpr llvm::StringLiteral catchFailure =
    R"TEXT(Filters: an item that is added again counts again

~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
catch_test is a Catch v2.13.10 host application.
Run with -? for options

-------------------------------------------------------------------------------
an item that is added again counts again
-------------------------------------------------------------------------------
/src/catch_test.cpp:24
...............................................................................

/src/catch_test.cpp:31: FAILED:
  REQUIRE( total == 14 )
with expansion:
  8 == 14

===============================================================================
test cases: 1 | 1 failed
assertions: 2 | 1 passed | 1 failed

)TEXT";

/// One test case of Catch2 with one assertion passes.
inline constexpr llvm::StringLiteral catchSuccess =
    R"TEXT(Filters: each item counts
===============================================================================
All tests passed (1 assertion in 1 test case)

)TEXT";

/// A test case of Catch2 fails at assertions of all kinds.
inline constexpr llvm::StringLiteral catchKinds = R"TEXT(Filters: a name*

~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c3x is a Catch v2.13.10 host application.
Run with -? for options

-------------------------------------------------------------------------------
a name that is so long that Catch2 writes it on two lines, since seventy-nine
columns are not enough, you see
-------------------------------------------------------------------------------
c3.cpp:4
...............................................................................

c3.cpp:6: FAILED:
  CHECK( s.a[i] == 3 )
with expansion:
  2 == 3

c3.cpp:7: FAILED:
  CHECK( s.ok() )
with expansion:
  false

c3.cpp:8: FAILED:
  CHECK_FALSE( flag )
with expansion:
  !true

c3.cpp:9: FAILED:
  CHECK( d == 0.3 )
with expansion:
  0.30000001 == 0.3

c3.cpp:10: FAILED:
  CHECK( long_variable_name_number_one == another )
with expansion:
  12345678901234 (0xb3a73ce2ff2) == 3

c3.cpp:11: FAILED:
  CHECK( std::string("a string that is long enough for two lines of output") == "a string that is long enough for two lines of outpux" )
with expansion:
  "a string that is long enough for two lines of output"
  ==
  "a string that is long enough for two lines of outpux"

c3.cpp:13: FAILED:
  CHECK( i == 2 )
with expansion:
  1 == 2
with message:
  i is 1

c3.cpp:14: FAILED:
  CHECK_THAT( "abc", Catch::Contains("x") )
with expansion:
  "abc" contains: "x"
with message:
  i is 1

c3.cpp:15: FAILED:
  REQUIRE_NOTHROW( throw 3 )
due to unexpected exception with messages:
  i is 1
  Unknown exception

===============================================================================
test cases: 1 | 1 failed
assertions: 9 | 9 failed

)TEXT";

/// Two test cases of Catch2 fail, the second one by a crash.
inline constexpr llvm::StringLiteral catchCrash = R"TEXT(
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c3x is a Catch v2.13.10 host application.
Run with -? for options

-------------------------------------------------------------------------------
a name that is so long that Catch2 writes it on two lines, since seventy-nine
columns are not enough, you see
-------------------------------------------------------------------------------
c3.cpp:4
...............................................................................

c3.cpp:6: FAILED:
  CHECK( s.a[i] == 3 )
with expansion:
  2 == 3

c3.cpp:7: FAILED:
  CHECK( s.ok() )
with expansion:
  false

c3.cpp:8: FAILED:
  CHECK_FALSE( flag )
with expansion:
  !true

c3.cpp:9: FAILED:
  CHECK( d == 0.3 )
with expansion:
  0.30000001 == 0.3

c3.cpp:10: FAILED:
  CHECK( long_variable_name_number_one == another )
with expansion:
  12345678901234 (0xb3a73ce2ff2) == 3

c3.cpp:11: FAILED:
  CHECK( std::string("a string that is long enough for two lines of output") == "a string that is long enough for two lines of outpux" )
with expansion:
  "a string that is long enough for two lines of output"
  ==
  "a string that is long enough for two lines of outpux"

c3.cpp:13: FAILED:
  CHECK( i == 2 )
with expansion:
  1 == 2
with message:
  i is 1

c3.cpp:14: FAILED:
  CHECK_THAT( "abc", Catch::Contains("x") )
with expansion:
  "abc" contains: "x"
with message:
  i is 1

c3.cpp:15: FAILED:
  REQUIRE_NOTHROW( throw 3 )
due to unexpected exception with messages:
  i is 1
  Unknown exception

-------------------------------------------------------------------------------
crash
-------------------------------------------------------------------------------
c3.cpp:17
...............................................................................

c3.cpp:17: FAILED:
due to a fatal error condition:
  SIGSEGV - Segmentation violation signal

===============================================================================
test cases:  2 |  2 failed
assertions: 10 | 10 failed

)TEXT";

/// One test case of GoogleTest fails.
inline constexpr llvm::StringLiteral googleFailure =
    R"TEXT(Running main() from ./googletest/src/gtest_main.cc
Note: Google Test filter = Cart.CountsAnItemAgain
[==========] Running 1 test from 1 test suite.
[----------] Global test environment set-up.
[----------] 1 test from Cart
[ RUN      ] Cart.CountsAnItemAgain
/src/gtest_test.cpp:25: Failure
Expected equality of these values:
  total
    Which is: 8
  14
[  FAILED  ] Cart.CountsAnItemAgain (0 ms)
[----------] 1 test from Cart (0 ms total)

[----------] Global test environment tear-down
[==========] 1 test from 1 test suite ran. (0 ms total)
[  PASSED  ] 0 tests.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Cart.CountsAnItemAgain

 1 FAILED TEST
)TEXT";

/// One test case of GoogleTest passes.
inline constexpr llvm::StringLiteral googleSuccess =
    R"TEXT(Running main() from ./googletest/src/gtest_main.cc
Note: Google Test filter = Cart.CountsEachItem
[==========] Running 1 test from 1 test suite.
[----------] Global test environment set-up.
[----------] 1 test from Cart
[ RUN      ] Cart.CountsEachItem
[       OK ] Cart.CountsEachItem (0 ms)
[----------] 1 test from Cart (0 ms total)

[----------] Global test environment tear-down
[==========] 1 test from 1 test suite ran. (0 ms total)
[  PASSED  ] 1 test.
)TEXT";

/// Three test cases of GoogleTest fail at assertions of all kinds.
inline constexpr llvm::StringLiteral googleKinds =
    R"TEXT(Running main() from ./googletest/src/gtest_main.cc
[==========] Running 3 tests from 1 test suite.
[----------] Global test environment set-up.
[----------] 3 tests from Cart
[ RUN      ] Cart.IsEmptyAtFirst
[       OK ] Cart.IsEmptyAtFirst (0 ms)
[ RUN      ] Cart.CountsTwice
gtest_test.cpp:13: Failure
Expected equality of these values:
  total
    Which is: 8
  14
[  FAILED  ] Cart.CountsTwice (0 ms)
[ RUN      ] Cart.Others
gtest_test.cpp:19: Failure
Expected equality of these values:
  cart.total()
    Which is: 6
  14
told you
gtest_test.cpp:20: Failure
Value of: total == 14
  Actual: false
Expected: true
gtest_test.cpp:21: Failure
Expected: (total) < (2), actual: 6 vs 2
gtest_test.cpp:22: Failure
Expected equality of these values:
  "a"
  "b"
gtest_test.cpp:23: Failure
The difference between 1.0 and total is 5, which exceeds 0.5, where
1.0 evaluates to 1,
total evaluates to 6, and
0.5 evaluates to 0.5.
gtest_test.cpp:24: Failure
Expected: (total) != (6), actual: 6 vs 6
[  FAILED  ] Cart.Others (0 ms)
[----------] 3 tests from Cart (0 ms total)

[----------] Global test environment tear-down
[==========] 3 tests from 1 test suite ran. (0 ms total)
[  PASSED  ] 1 test.
[  FAILED  ] 2 tests, listed below:
[  FAILED  ] Cart.CountsTwice
[  FAILED  ] Cart.Others

 2 FAILED TESTS
)TEXT";

/// A test case of GoogleTest with a parameter fails.
inline constexpr llvm::StringLiteral googleParameter =
    R"TEXT(Running main() from ./googletest/src/gtest_main.cc
Note: Google Test filter = All*
[==========] Running 1 test from 1 test suite.
[----------] Global test environment set-up.
[----------] 1 test from All/P
[ RUN      ] All/P.Holds/0
two.cpp:3: Failure
Expected: (v) >= (3), actual: 1 vs 3
[  FAILED  ] All/P.Holds/0, where GetParam() = 1 (0 ms)
[----------] 1 test from All/P (0 ms total)

[----------] Global test environment tear-down
[==========] 1 test from 1 test suite ran. (0 ms total)
[  PASSED  ] 0 tests.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] All/P.Holds/0, where GetParam() = 1

 1 FAILED TEST
)TEXT";

/// A test case of GoogleTest prints, fails, and throws an exception.
inline constexpr llvm::StringLiteral googleException =
    R"TEXT(Running main() from ./googletest/src/gtest_main.cc
Note: Google Test filter = Flag*
[==========] Running 1 test from 1 test suite.
[----------] Global test environment set-up.
[----------] 1 test from Flag
[ RUN      ] Flag.Set
hello
two.cpp:5: Failure
Value of: ok
  Actual: false
Expected: true
unknown file: Failure
C++ exception with description "oops" thrown in the test body.
[  FAILED  ] Flag.Set (0 ms)
[----------] 1 test from Flag (0 ms total)

[----------] Global test environment tear-down
[==========] 1 test from 1 test suite ran. (0 ms total)
[  PASSED  ] 0 tests.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Flag.Set

 1 FAILED TEST
)TEXT";

/// A test case of GoogleTest fails, and the next one crashes.
inline constexpr llvm::StringLiteral googleCrash =
    R"TEXT(Running main() from ./googletest/src/gtest_main.cc
Note: Google Test filter = Flag*:Bare*
[==========] Running 2 tests from 2 test suites.
[----------] Global test environment set-up.
[----------] 1 test from Flag
[ RUN      ] Flag.Set
hello
two.cpp:5: Failure
Value of: ok
  Actual: false
Expected: true
unknown file: Failure
C++ exception with description "oops" thrown in the test body.
[  FAILED  ] Flag.Set (0 ms)
[----------] 1 test from Flag (0 ms total)

[----------] 1 test from Bare
[ RUN      ] Bare.Crash
)TEXT";

/// One test case of Catch2 3.7 fails at its second assertion.
inline constexpr llvm::StringLiteral catch3Failure =
    R"TEXT(Filters: "sums*"
Randomness seeded to: 1

~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
v3test is a Catch2 v3.7.1 host application.
Run with -? for options

-------------------------------------------------------------------------------
sums, or [other] numbers
-------------------------------------------------------------------------------
/src/v3test.cpp:4
...............................................................................

/src/v3test.cpp:8: FAILED:
  REQUIRE( total == 6 )
with expansion:
  500 (0x1f4) == 6

===============================================================================
test cases: 1 | 1 failed
assertions: 2 | 1 passed | 1 failed

)TEXT";

/// One test case of Catch2 3.7 passes.
inline constexpr llvm::StringLiteral catch3Success =
    R"TEXT(Filters: "one is one"
Randomness seeded to: 1
===============================================================================
All tests passed (1 assertion in 1 test case)

)TEXT";

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_SUITE_REALOUTPUTS_H
