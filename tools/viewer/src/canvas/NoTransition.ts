// Replaces d3-transition, which d3-zoom imports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page has no animated zoom, and is 30 KB smaller without d3-transition.

import { selection } from 'd3-selection';

/** Zooming stops an animation that is under way: here there is none. */
Object.assign(selection.prototype as object, {
  interrupt(this: unknown) {
    return this;
  },
});

export function interrupt(): void {}
