// Stands in for d3-color. d3-zoom needs d3-interpolate for its zooming alone,
// but d3-interpolate is one file, so its colours would be in the page, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

function unused(): never {
  throw new Error('the page has no colours to interpolate');
}

export {
  unused as color,
  unused as cubehelix,
  unused as hcl,
  unused as hsl,
  unused as lab,
  unused as rgb,
};
