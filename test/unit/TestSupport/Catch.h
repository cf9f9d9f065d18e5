// Includes Catch2. All other files include Catch2 through this header.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The headers of Catch2 version 2 (Debian 12) and version 3 have different
// names.

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H
