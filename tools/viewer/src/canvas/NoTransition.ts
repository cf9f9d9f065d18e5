// Stands in for d3-transition, which d3-zoom imports: this page has no
// animated zoom, and without it the page is 30 KB smaller.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { selection } from 'd3-selection';

declare module 'd3-selection' {
  interface Selection<
    // eslint-disable-next-line @typescript-eslint/no-unused-vars
    GElement extends BaseType, Datum, PElement extends BaseType, PDatum,
  > {
    interrupt(): this;
  }
}

/** Zooming stops an animation that is under way: here there is none. */
selection.prototype.interrupt = function () {
  return this;
};

export function interrupt(): void {}
