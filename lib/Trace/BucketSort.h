// Sorts numbers by buckets in linear time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_TRACE_BUCKETSORT_H
#define PINSTRIPE_LIB_TRACE_BUCKETSORT_H

#include "pinstripe/Support/GrowingArray.h"
#include <cstdint>

namespace pinstripe {

/// Sorts the numbers from 0 to `count` - 1 by their buckets. The sort is stable
/// and takes linear time. Afterwards `starts[b]` is the index in `sorted` of
/// the first number in bucket b.
template <typename Number, typename BucketOf>
void sortByBucket(size_t count, size_t buckets, BucketOf bucketOf,
                  GrowingArray<uint32_t> &starts,
                  GrowingArray<Number> &sorted) {
  // During the sort, `starts[b + 1]` is the index in `sorted` at which the next
  // number of bucket b is put. It grows from the start of bucket b to the end
  // of bucket b, which is the start of bucket b + 1.
  starts.resize(buckets + 2);
  for (size_t i = 0; i < count; ++i)
    ++starts[bucketOf(i) + 2];
  for (size_t bucket = 2; bucket < starts.size(); ++bucket)
    starts[bucket] += starts[bucket - 1];
  sorted.resize(count);
  for (size_t i = 0; i < count; ++i)
    sorted[starts[bucketOf(i) + 1]++] = static_cast<Number>(i);
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_TRACE_BUCKETSORT_H
