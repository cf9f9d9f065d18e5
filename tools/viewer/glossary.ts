// Takes the glossary from the manual when the web page is built.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const page = fileURLToPath(
  new URL('../pinstripe/manual/reading-results.md', import.meta.url),
);

/** Returns [word, meaning] for each row of the glossary's table. */
export function readGlossary(markdown: string): [string, string][] {
  const rows = markdown.split(/^## Glossary$/m)[1] ?? '';
  return rows
    .split('\n')
    .map((line) => /^\| (.+?) \| (.+) \|$/.exec(line))
    .filter((row) => row !== null)
    .map((row) => [row[1], row[2]] as [string, string])
    .filter(([word]) => word !== 'word' && !word.startsWith('---'))
    .map(([word, meaning]) => [
      word,
      meaning
        .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
        .replace(/\\\|/g, '|')
        .replace(/`/g, ''),
    ]);
}

/** Vite's plugin for `import glossary from 'virtual:glossary'`. */
export function glossary(): Plugin {
  const name = 'virtual:glossary';
  return {
    name: 'glossary',
    resolveId: (id) => (id === name ? '\0' + name : undefined),
    load(id) {
      if (id !== '\0' + name) return undefined;
      this.addWatchFile(page);
      const rows = readGlossary(readFileSync(page, 'utf8'));
      return `export default ${JSON.stringify(rows)};`;
    },
  };
}
