import { ok } from 'node:assert/strict';
import { commandResults } from '../../projections/commands/command-results.ts';
import { type Role, roles } from '../../services/roles.ts';

describe('roles', () => {
  for (const name of ['evaluator', 'ingest-api', 'query-api'] as const)
    it(`${name} alone has the outcomes of the commands that it waits for`, () => {
      const { projections }: Role = roles[name];
      ok(projections.includes(commandResults));
    });
});
