// Stands in for d3-transition, which d3-zoom imports: this page has no
// animated zoom, and without it the page is 30 KB smaller.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { selection } from 'd3-selection';

/** Zooming stops an animation that is under way: here there is none. */
Object.assign(selection.prototype as object, {
  interrupt(this: unknown) {
    return this;
  },
});

export function interrupt(): void {}
