import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite } from 'vite';
import webpack from 'webpack';
import { temporaryFolder } from './temporary-folder.ts';

/** A minified bundle that failed, and its map as the bundler wrote it. */
export type FailedBundle = {
  readonly bundler: string;
  /** As V8 reports it. */
  readonly stack: string;
  readonly map: string;
};

const modules = 11;
const functionsOfModule = 10;
export const bundledFunctions = modules * functionsOfModule;

/** Each function calls the next one, of another module after ten; the last one fails. */
function sources(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let module = 0; module < modules; module++) {
    const lines = ["import { callNext } from './chain.js';", ''];
    for (let at = 0; at < functionsOfModule; at++) {
      const index = module * functionsOfModule + at;
      const isLast = index === bundledFunctions - 1;
      lines.push(
        `/** The ${index}th of them. */`,
        `export function step${index}(chosenItem) {`,
        `  const share = chosenItem.price * ${index + 1};`,
        isLast
          ? "  throw new TypeError('the cart is empty: ' + share);"
          : `  return share + callNext(${index}, chosenItem);`,
        '}',
        '',
      );
    }
    found.set(`src/steps-${module}.js`, lines.join('\n'));
  }
  const names = Array.from({ length: bundledFunctions }, (_, index) => `step${index}`);
  found.set(
    'src/chain.js',
    'const steps = [];\nexport const register = all => steps.push(...all);\nexport const callNext = (index, item) => steps[index + 1](item);\n',
  );
  found.set(
    'src/main.js',
    [
      "import { callNext, register } from './chain.js';",
      ...Array.from({ length: modules }, (_, module) => {
        const own = names.slice(module * functionsOfModule, (module + 1) * functionsOfModule);
        return `import { ${own.join(', ')} } from './steps-${module}.js';`;
      }),
      `register([${names.join(', ')}]);`,
      'globalThis.start = () => callNext(-1, { price: 2 });',
    ].join('\n'),
  );
  return found;
}

type Build = (folder: string) => Promise<void>;

const bundlers: Readonly<Record<string, Build>> = {
  esbuild: async folder => {
    await buildWithEsbuild({
      entryPoints: [join(folder, 'src/main.js')],
      bundle: true,
      minify: true,
      format: 'iife',
      sourcemap: 'external',
      outfile: join(folder, 'out/app.js'),
    });
  },
  vite: async folder => {
    await buildWithVite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: {
        sourcemap: true,
        outDir: 'out',
        lib: { entry: 'src/main.js', formats: ['iife'], name: 'app', fileName: () => 'app.js' },
      },
    });
  },
  webpack: folder =>
    new Promise((resolve, reject) => {
      webpack(
        {
          mode: 'production',
          context: folder,
          entry: './src/main.js',
          devtool: 'source-map',
          output: { path: join(folder, 'out'), filename: 'app.js', uniqueName: 'shop' },
        },
        (error, stats) =>
          error === null && stats?.hasErrors() === false
            ? resolve()
            : reject(error ?? new Error(stats?.toString())),
      );
    }),
};

export const bundleUrl = 'https://shop.example/assets/app.js';

/** The same program in a bundle of each bundler, each after it failed. */
export const failedBundles = (): Promise<readonly FailedBundle[]> =>
  Promise.all(Object.entries(bundlers).map(([bundler, build]) => failed(bundler, build)));

async function failed(bundler: string, build: Build): Promise<FailedBundle> {
  const folder = await temporaryFolder();
  try {
    await mkdir(join(folder.path, 'src'));
    for (const [name, text] of sources()) await writeFile(join(folder.path, name), text);
    await build(folder.path);
    const read = (name: string) => readFile(join(folder.path, 'out', name), 'utf8');
    return { bundler, stack: stackOf(await read('app.js')), map: await read('app.js.map') };
  } finally {
    await folder.remove();
  }
}

function stackOf(code: string): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 2 * bundledFunctions + 10;
  runInThisContext(code, { filename: bundleUrl });
  const start = Reflect.get(globalThis, 'start') as () => number;
  try {
    start();
  } catch (error) {
    return (error as Error).stack ?? '';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Reflect.deleteProperty(globalThis, 'start');
  }
  throw new Error('expected the bundle to fail');
}

type Write = (name: string, place: string) => string;

/** How browsers write a frame: Safari leaves out the sign where there is no name. */
const browsers: Readonly<Record<string, Write>> = {
  chromium: (name, place) => `    at ${name === '' ? place : `${name} (${place})`}`,
  firefox: (name, place) => `${name}@${place}`,
  safari: (name, place) => (name === '' ? place : `${name}@${place}`),
};

const frameOfV8 = /^ {4}at (?:(?<name>.*) \()?(?<place>https:[^()]*)\)?$/u;

/** A stack of V8 as each browser writes it; Firefox and Safari leave out the message. */
export const stacksOfBrowsers = (stack: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(browsers).map(([browser, write]) => {
      const [message = '', ...frames] = stack.split('\n');
      const lines = frames.flatMap(frame => {
        const { name = '', place } = frameOfV8.exec(frame)?.groups ?? {};
        return place === undefined ? [] : [write(name, place)];
      });
      return [browser, [...(browser === 'chromium' ? [message] : []), ...lines].join('\n')];
    }),
  );
