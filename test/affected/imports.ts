import { posix } from 'node:path';
import ts from 'typescript';

/** The files that a module loads when it runs: what it imports but for types, and modules of its threads. */
export function importsOf(file: string, source: string): string[] {
  const { importedFiles } = ts.preProcessFile(source, true, false);
  const imported = importedFiles.filter(({ pos }) => !isOfTypes(source.slice(0, pos)));
  const threads = source.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g);
  return [
    ...imported.map(({ fileName }) => fileName),
    ...Array.from(threads, ([, name = '']) => name),
  ]
    .filter(name => name.startsWith('.'))
    .map(name => posix.join(posix.dirname(file), name));
}

/** Whether the import that ends here is `import type` or `export type`, which tsc checks and nothing runs. */
function isOfTypes(before: string): boolean {
  if (before.trimEnd().endsWith('import(')) return false;
  const at = Math.max(before.lastIndexOf('\nimport '), before.lastIndexOf('\nexport '));
  return /^(?:import|export) type\b/.test(before.slice(at + 1));
}
