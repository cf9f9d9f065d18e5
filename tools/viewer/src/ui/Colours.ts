// Colours of the style sheet, for canvases.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const names = [
  'text',
  'muted',
  'line',
  'panel',
  'page',
  'frame',
  'frame-lit',
  'frame-text',
  'critical',
  'executed',
  'full',
  'data',
  'guarded',
  'fail',
  'pass',
  'unresolved',
  'accent',
] as const;
export type Palette = Record<(typeof names)[number], string>;

/** Reads the colours as they are now, light or dark. */
export function readPalette(): Palette {
  const probe = document.createElement('span');
  document.body.append(probe);
  const palette = {} as Palette;
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    palette[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return palette;
}
