// Sets of events, with one bit for each event.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

export class EventSet {
  constructor(
    readonly bits: Uint8Array,
    readonly size: number,
  ) {}

  static of(events: Iterable<number>, size: number): EventSet {
    const bits = new Uint8Array((size + 7) >> 3);
    for (const event of events) bits[event >> 3] |= 1 << (event & 7);
    return new EventSet(bits, size);
  }

  has(event: number): boolean {
    return ((this.bits[event >> 3] >> (event & 7)) & 1) === 1;
  }

  /** Returns the events of the set in order. */
  list(): Uint32Array {
    const result = new Uint32Array(this.count());
    let next = 0;
    for (let byte = 0; byte < this.bits.length; ++byte)
      if (this.bits[byte] !== 0)
        for (let event = byte * 8; event < byte * 8 + 8; ++event)
          if (event < this.size && this.has(event)) result[next++] = event;
    return result;
  }

  count(): number {
    let count = 0;
    for (let event = 0; event < this.size; ++event)
      if (this.has(event)) ++count;
    return count;
  }
}

/** Returns the index of the first element that is not below `value`. */
export function lowerBound(sorted: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
