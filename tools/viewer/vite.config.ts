// Builds the page as one file, and runs the unit tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { defineConfig } from 'vitest/config';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { glossary } from './glossary';

export default defineConfig({
  plugins: [glossary(), viteSingleFile({ removeViteModuleLoader: true })],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', charset: 'utf8' },
  build: { target: 'es2022', cssTarget: 'chrome123', modulePreload: false },
  test: { include: ['test/unit/**/*.test.ts'] },
});
