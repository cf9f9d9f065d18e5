//===- Catch.h - The one place that includes Catch2 -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Catch2 2 (Debian 12) and 3 differ in their headers.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_CATCH_H
