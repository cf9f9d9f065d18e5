// Builds the web page as one file, and runs the unit tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { glossary } from './glossary';

const noTransition = fileURLToPath(
  new URL('src/canvas/NoTransition.ts', import.meta.url),
);

export default defineConfig({
  plugins: [glossary(), viteSingleFile({ removeViteModuleLoader: true })],
  resolve: {
    alias: {
      'd3-transition': noTransition,
      'd3-interpolate': noTransition,
    },
  },
  esbuild: {
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
  },
  build: {
    target: 'es2022',
    cssTarget: 'chrome123',
    modulePreload: false,
    rollupOptions: {
      // Loading a library has no side effects, since the libraries only define
      // functions. So the build leaves out what the page does not use of them,
      // which saves 2 KB.
      treeshake: {
        moduleSideEffects: (id) => !id.includes('node_modules'),
        propertyReadSideEffects: false,
        tryCatchDeoptimization: false,
        unknownGlobalSideEffects: false,
      },
      // A successful build prints nothing about the files that it puts into the
      // page.
      onLog: (level, log, print) => {
        if (level !== 'info') print(level, log);
      },
    },
  },
  test: { include: ['test/unit/**/*.test.ts'] },
});
