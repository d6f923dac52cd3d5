import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizesOf } from './sizes.ts';

// Says how large the built pages are, and fails when one is too large or brings no licences: `npm run check:web`.
const folder = 'dist/web';
let isFine = true;
for (const { what, bytes, bytesMax } of sizesOf(folder)) {
  const mark = bytes <= bytesMax ? '✔' : '✘';
  isFine &&= bytes <= bytesMax;
  const kilobytes = (size: number): string => (size / 1_024).toFixed(1).padStart(6);
  process.stdout.write(`${mark} ${kilobytes(bytes)} of ${kilobytes(bytesMax)} KB  ${what}\n`);
}
const licences = readFileSync(join(folder, '.vite/license.md'), 'utf8');
if (!licences.includes('## react ')) {
  isFine = false;
  process.stdout.write('✘ the licences of what is bundled are missing\n');
}
process.exitCode = isFine ? 0 : 1;
