// Stores a list of numbers for each of many keys, all in two arrays.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** The values of key k are all[first[k]] up to all[first[k + 1]], without it. */
export class Rows {
  constructor(
    readonly first: Uint32Array,
    readonly all: Uint32Array,
  ) {}

  of(key: number): Uint32Array {
    return this.all.subarray(this.first[key], this.first[key + 1]);
  }

  count(key: number): number {
    return this.first[key + 1] - this.first[key];
  }
}

/**
 * Groups the indices of `keys` by key. Within a key they stay in order. Negative
 * keys are left out.
 */
export function groupByKey(keys: ArrayLike<number>, keyCount: number): Rows {
  const first = new Uint32Array(keyCount + 1);
  for (let i = 0; i < keys.length; ++i) if (keys[i] >= 0) ++first[keys[i] + 1];
  for (let k = 0; k < keyCount; ++k) first[k + 1] += first[k];
  const next = first.slice(0, keyCount);
  const all = new Uint32Array(first[keyCount]);
  for (let i = 0; i < keys.length; ++i)
    if (keys[i] >= 0) all[next[keys[i]]++] = i;
  return new Rows(first, all);
}
