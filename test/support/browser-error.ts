import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { temporaryFolder } from './temporary-folder.ts';

/** Line 4 throws, in `discountedPrice`; line 2 of the other file calls it, in `showTotal`. */
const sources = {
  'src/cart.ts': `export type Item = { price: number };

export function discountedPrice(item: Item | undefined, share: number): number {
  if (item === undefined) throw new TypeError('the cart is empty');
  return item.price * (1 - share) + discountedPrice(undefined, share);
}
`,
  'src/main.ts': `import { discountedPrice, type Item } from './cart';
export const showTotal = (items: Item[]): number => discountedPrice(items[0], 0.1) + items.length;
Object.assign(globalThis, { start: () => showTotal([]) });
`,
};

const bundleUrl = 'https://shop.example/assets/app.js';

/** An error of a minified bundle, as V8 reports it, and the map of the bundle. */
export async function bundledError(): Promise<{ stack: string; map: string }> {
  const folder = await temporaryFolder();
  try {
    await mkdir(join(folder.path, 'src'));
    for (const [name, text] of Object.entries(sources))
      await writeFile(join(folder.path, name), text);
    const { outputFiles } = await build({
      entryPoints: [join(folder.path, 'src/main.ts')],
      bundle: true,
      minify: true,
      write: false,
      format: 'iife',
      sourcemap: 'external',
      outfile: join(folder.path, 'app.js'),
    });
    const text = (end: string): string =>
      outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
    return { stack: stackOf(text('app.js')), map: text('.map') };
  } finally {
    await folder.remove();
  }
}

function stackOf(code: string): string {
  runInThisContext(code, { filename: `${bundleUrl}?v=7` });
  const start = Reflect.get(globalThis, 'start') as () => number;
  try {
    start();
  } catch (error) {
    return (error as Error).stack ?? '';
  } finally {
    Reflect.deleteProperty(globalThis, 'start');
  }
  throw new Error('expected the bundle to fail');
}
