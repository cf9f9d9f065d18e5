// Replaces d3-transition and d3-interpolate, which d3-zoom imports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page has no animated zoom, and is 40 KB smaller without these libraries.

import { selection } from 'd3-selection';

/** Zooming stops an animation that is under way: here there is none. */
Object.assign(selection.prototype as object, {
  interrupt(this: unknown) {
    return this;
  },
});

export function interrupt(): void {}

/** Makes the way of an animated zoom. */
export function interpolateZoom(): void {}
