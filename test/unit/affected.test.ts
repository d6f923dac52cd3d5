import { deepEqual } from 'node:assert/strict';
import { affectedTests } from '../affected/choose.ts';
import { importsOf } from '../affected/imports.ts';

describe('the imports of a module', () => {
  it('are those that run, with their threads', () => {
    const source = [
      "import type { A } from './a.ts';",
      "import {\n  type B,\n  exportB,\n} from './b.ts';",
      "import { readFileSync } from 'node:fs';",
      "export type { C } from './c.ts';",
      "export const d = () => import('../d.ts');",
      "const thread = new URL('./thread.ts', import.meta.url);",
    ];
    deepEqual(importsOf('services/x/y.ts', source.join('\n')).sort(), [
      'services/d.ts',
      'services/x/b.ts',
      'services/x/thread.ts',
    ]);
  });
});

describe('the tests that a change affects', () => {
  const rule = 'services/decider/core/notes/rule.ts';
  const registry = 'services/decider/core/features.ts';
  const sources = new Map([
    [rule, ''],
    [registry, "import { rule } from './notes/rule.ts';"],
    ['test/support/given.ts', "import { rule } from '../../services/decider/core/notes/rule.ts';"],
    ['test/unit/rule.test.ts', "import { given } from '../support/given.ts';"],
    ['test/unit/other.test.ts', "import '../../services/decider/core/features.ts';"],
    ['test/e2e/note-list.test.ts', "import '../../services/decider/core/features.ts';"],
    ['test/unit/notes.test.ts', ''],
    ['test/unit/written.test.ts', "import type { Note } from '../../schemas/notes/note.ts';"],
    ['test/unit/table.test.ts', "readFileSync('schemas/clickhouse/0001-notes.sql')"],
  ]);

  it('reach it without a registry, or name its feature', () => {
    deepEqual(affectedTests([rule], sources), [
      'test/e2e/note-list.test.ts',
      'test/unit/notes.test.ts',
      'test/unit/rule.test.ts',
      'test/unit/written.test.ts',
    ]);
  });

  it('are none of a folder that is no feature', () => {
    const core = new Map([
      ['services/x/core/a.ts', ''],
      ['test/unit/b.test.ts', "import '../../services/y/core/b.ts';"],
    ]);
    deepEqual(affectedTests(['services/x/core/a.ts'], core), []);
  });

  it('reach a registry that changed itself', () => {
    deepEqual(affectedTests([registry], sources), [
      'test/e2e/note-list.test.ts',
      'test/unit/other.test.ts',
    ]);
  });

  it('name a changed file that is no module', () => {
    deepEqual(affectedTests(['schemas/clickhouse/0001-notes.sql'], sources), [
      'test/unit/table.test.ts',
    ]);
  });

  it('are those that changed, and none of those that are gone', () => {
    deepEqual(affectedTests(['test/unit/rule.test.ts', 'test/unit/gone.test.ts'], sources), [
      'test/unit/rule.test.ts',
    ]);
  });
});
