import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { zstd } from '../../platform/compression/zstd.ts';
import { sourceMapId } from '../../schemas/source-maps/ids.ts';
import { symbolicatedStack } from '../../services/query-api/source-maps/mapped-stack.ts';
import { originalPlaces } from '../../services/query-api/source-maps/original-places.ts';
import { fileNameOf, stackLines } from '../../services/query-api/source-maps/stack-frames.ts';
import { holds } from '../support/property.ts';
import { leastSourceMap } from '../support/source-maps.ts';

const url = 'https://shop.example/app.js';
const place = { url, line: 1, column: 20 };

const framesOf = (stack: string) =>
  stackLines(stack).flatMap(({ functionName, place: at }) => (at ? [[functionName, at]] : []));

describe('the lines of a stack trace', () => {
  for (const [browser, line, functionName] of [
    ['Chromium', `    at t (${url}:1:20)`, 't'],
    ['Chromium without a name', `    at ${url}:1:20`, ''],
    ['Chromium of a method', `    at Cart.add [as put] (${url}:1:20)`, 'Cart.add'],
    ['Chromium of a constructor', `    at new Cart (${url}:1:20)`, 'Cart'],
    ['Chromium after an await', `    at async load (${url}:1:20)`, 'load'],
    ['Firefox', `t@${url}:1:20`, 't'],
    ['Firefox without a name', `@${url}:1:20\r`, ''],
    ['Safari without a name', `${url}:1:20`, ''],
    ['Safari of a module', `module code@${url}:1:20`, 'module code'],
  ] as const) {
    it(`have function and place in ${browser}`, () => {
      deepEqual(framesOf(`TypeError: a@b:c\n${line}`), [[functionName, place]]);
    });
  }

  it('have a URL with a sign in it where Safari gives no name', () => {
    const scoped = 'https://cdn.example/@shop/app.js';
    deepEqual(framesOf(`${scoped}:1:20`), [['', { url: scoped, line: 1, column: 20 }]]);
    deepEqual(framesOf(`t@${scoped}:1:20`), [['t', { url: scoped, line: 1, column: 20 }]]);
  });

  it('keep what is no place of code', () => {
    const stack = [
      'Error: at x (y:1:2) of z',
      '    at Array.map (<anonymous>)',
      '    at native',
      `    at t (${url}:0:20)`,
      `    at t (${url}:20)`,
      '[native code]',
      '',
    ].join('\n');
    deepEqual(framesOf(stack), []);
    equal(
      stackLines(stack)
        .map(({ raw }) => raw)
        .join('\n'),
      stack,
    );
  });

  it('are limited in number and length', () => {
    const line = `    at t (${url}:1:20)`;
    equal(framesOf(`${line}\n`.repeat(1_000)).length, 200);
    deepEqual(framesOf(`    at ${'t'.repeat(3_000)} (${url}:1:20)`), []);
  });

  it('are read from any text', () =>
    holds(
      fc.property(fc.stringMatching(/^[at@( ):/\n0-9.\][as]{0,300}$/u), text => {
        equal(
          stackLines(text)
            .map(({ raw }) => raw)
            .join('\n').length <= text.length,
          true,
        );
      }),
      500,
    ));

  it('name files without their query', () => {
    equal(fileNameOf('https://a/b/app.js?v=a/b#c'), 'app.js');
    equal(fileNameOf('app.js'), 'app.js');
    equal(fileNameOf('https://a/'), '');
  });
});

describe('a symbolicated stack', () => {
  const line = (raw: string, functionName: string, original?: object) => ({
    raw,
    functionName,
    place,
    ...(original && {
      original: { file: 'a.ts', line: 7, column: 3, sourceMapId: sourceMapId('m'), ...original },
    }),
  });

  it('takes the name of a function from its caller, if that is mapped', () => {
    const stack = symbolicatedStack([
      { raw: 'Error: x', functionName: '' },
      line('one', 't', {}),
      line('two', 'r', { name: 'checkout' }),
      line('three', 's'),
    ]);
    deepEqual(
      stack?.frames.map(({ function: name, file, line: at }) => [name, file, at]),
      [
        ['checkout', 'a.ts', 7],
        ['r', 'a.ts', 7],
        ['s', url, 1],
      ],
    );
    equal(stack?.stacktrace, 'Error: x\n    at checkout (a.ts:7:3)\n    at r (a.ts:7:3)\nthree');
  });

  it('is none without an original place', () => {
    equal(symbolicatedStack([line('one', 't')]), undefined);
  });
});

describe('original places', () => {
  const read = (map: unknown, places = [{ line: 1, column: 1 }]) => {
    const bytes = Buffer.from(JSON.stringify(map));
    return originalPlaces({ frame: zstd().compress(bytes), sizeBytes: bytes.length, places });
  };

  it('are those of the map, with sections too', () => {
    deepEqual(read(leastSourceMap), [{ file: 'src/app.ts', line: 1, column: 1 }]);
    const sections = [{ offset: { line: 4, column: 2 }, map: leastSourceMap }];
    const places = [
      { line: 5, column: 3 },
      { line: 1, column: 1 },
    ];
    deepEqual(read({ version: 3, sections }, places), [
      { file: 'src/app.ts', line: 1, column: 1 },
      undefined,
    ]);
  });

  it('are texts and numbers or nothing, whatever the map says', () =>
    holds(
      fc.property(fc.json(), fc.string(), fc.array(fc.jsonValue()), (json, mappings, sources) => {
        const map = { ...Object(JSON.parse(json)), version: 3, mappings, sources };
        let places: ReturnType<typeof read> = [];
        try {
          places = read(map);
        } catch {
          // The frame stays as it is.
        }
        for (const at of places) {
          if (at === undefined) continue;
          equal(typeof at.file, 'string');
          ok(Number.isSafeInteger(at.line) && Number.isSafeInteger(at.column));
        }
      }),
      500,
    ));
});
