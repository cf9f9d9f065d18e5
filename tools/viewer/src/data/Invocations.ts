// Computes where each invocation begins and ends, and how deeply it is nested.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { groupByKey, type Rows } from './Rows';

export class Invocations {
  /** First event of the invocation or of those that it called. */
  readonly start: Uint32Array;
  /** The event after the last one. */
  readonly end: Uint32Array;
  readonly depth: Uint32Array;
  readonly maxDepth: number;
  /** Invocations by depth; those of a depth are in order of their start. */
  readonly byDepth: Rows;

  constructor(
    readonly functionOf: Uint32Array,
    readonly caller: Int32Array,
    readonly parentEvent: Int32Array,
    invocationOfEvent: Uint32Array,
  ) {
    const count = functionOf.length;
    this.start = new Uint32Array(count).fill(0xffffffff);
    this.end = new Uint32Array(count);
    this.depth = new Uint32Array(count);
    for (let event = 0; event < invocationOfEvent.length; ++event) {
      const invocation = invocationOfEvent[event];
      if (this.start[invocation] === 0xffffffff) this.start[invocation] = event;
      this.end[invocation] = event + 1;
    }
    let maxDepth = 0;
    // A caller has a smaller index than its callees. So this loop, with
    // ascending indices, comes to callers before their callees. The next loop
    // has descending indices and comes to callees first.
    for (let i = 0; i < count; ++i) {
      const above = caller[i];
      if (above >= 0) this.depth[i] = this.depth[above] + 1;
      maxDepth = Math.max(maxDepth, this.depth[i]);
    }
    this.maxDepth = maxDepth;
    for (let i = count - 1; i >= 0; --i) {
      const above = caller[i];
      if (above < 0 || this.end[i] === 0) continue;
      this.start[above] = Math.min(this.start[above], this.start[i]);
      this.end[above] = Math.max(this.end[above], this.end[i]);
    }
    for (let i = 0; i < count; ++i) if (this.end[i] === 0) this.start[i] = 0;
    const sorted = groupByKey(this.depth, maxDepth + 1);
    for (let d = 0; d <= maxDepth; ++d)
      sorted.of(d).sort((a, b) => this.start[a] - this.start[b]);
    this.byDepth = sorted;
  }

  /** Returns the invocations that lead to `invocation`, outermost first. */
  path(invocation: number): number[] {
    const path = [];
    for (let i = invocation; i >= 0; i = this.caller[i]) path.unshift(i);
    return path;
  }
}
