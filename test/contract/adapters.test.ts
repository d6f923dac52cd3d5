import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packageRoot } from '../../platform/package.ts';

const root = packageRoot();

describe('adapters', () => {
  const adapters = findAdapters();
  const tests = readdirSync(`${root}/test/contract`)
    .filter(file => file.endsWith('.test.ts') && file !== 'adapters.test.ts')
    .map(file => readFileSync(`${root}/test/contract/${file}`, 'utf8'));

  it('are found: this test looks at something', () => {
    const files = adapters.map(({ file }) => file);
    assert.ok(files.includes('platform/topic-log/lmdb.ts'), `found only ${files.join(', ')}`);
    assert.ok(files.includes('platform/blob-store/folder.ts'), `found only ${files.join(', ')}`);
  });

  for (const { file, capability, opens } of adapters)
    it(`${file} is run against the contract of its port`, () => {
      const callers = tests.filter(
        text => text.includes(`platform/${file.slice('platform/'.length)}'`) && calls(text, opens),
      );
      assert.ok(
        callers.length > 0,
        `expected a test/contract/${capability}*.test.ts that imports ${file} and calls ` +
          `${opens.join(' or ')}; none does, so this adapter is not held to its port`,
      );
    });
});

type Adapter = { readonly file: string; readonly capability: string; readonly opens: string[] };

/** Files beside a `port.ts` that export a function which opens what the port describes. */
function findAdapters(): Adapter[] {
  const capabilities = readdirSync(`${root}/platform`).filter(name =>
    existsSync(`${root}/platform/${name}/port.ts`),
  );
  return capabilities.flatMap(capability => {
    const folder = `platform/${capability}`;
    const portTypes = typesOf(readFileSync(`${root}/${folder}/port.ts`, 'utf8'));
    return readdirSync(`${root}/${folder}`)
      .filter(name => name.endsWith('.ts') && name !== 'port.ts')
      .map(name => {
        const text = readFileSync(`${root}/${folder}/${name}`, 'utf8');
        return { file: `${folder}/${name}`, capability, opens: opensOf(text, portTypes) };
      })
      .filter(({ opens }) => opens.length > 0);
  });
}

function typesOf(port: string): string[] {
  return Array.from(port.matchAll(/^export type (\w+)/gm), match => match[1] ?? '');
}

/** Exported `open…` functions, but for those that plainly give something else than the port's. */
function opensOf(text: string, portTypes: readonly string[]): string[] {
  const exported = /^export (?:async )?(?:function|const) (open[A-Z]\w*)/gm;
  return Array.from(text.matchAll(exported)).flatMap(match => {
    const returned = /^.*?\): (.+) \{$/m.exec(text.slice(match.index))?.[1];
    const isOfPort = returned === undefined || portTypes.some(type => returned.includes(type));
    return isOfPort ? [match[1] ?? ''] : [];
  });
}

function calls(text: string, opens: readonly string[]): boolean {
  return opens.some(open => new RegExp(`\\b${open}\\(`).test(text));
}
