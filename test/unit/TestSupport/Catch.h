// Includes Catch2, at this one place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The headers of Catch2 2 (Debian 12) and Catch2 3 differ.

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H
