// Declares the module that the build makes from the manual's glossary.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

declare module 'virtual:glossary' {
  const rows: [word: string, meaning: string][];
  export default rows;
}
