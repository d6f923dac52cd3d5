import { deepEqual, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { views } from '../../domain/admin/views.ts';
import { names } from '../../platform/config/names.ts';
import { roleNames } from '../../platform/config/role-names.ts';
import { features } from '../../schemas/features.ts';
import { routes } from '../../schemas/http/routes.ts';
import { metricCatalog } from '../../schemas/probes/metric-catalog.ts';
import { rolesListed } from '../../services/cli/commands/serve.ts';
import { everyProjection } from '../support/every-projection.ts';

const read = (name: string): Promise<string> => readFile(`docs/${name}.md`, 'utf8');

describe('the documents', () => {
  it('have every view of tidemark sql with every column', async () => {
    const lines = (await read('sql')).split('\n');
    for (const [name, { columns }] of Object.entries(views)) {
      const line = lines.find(text => text.startsWith(`| \`${name}\` |`));
      ok(line, name);
      for (const column of Object.keys(columns)) match(line, new RegExp(`\`${column}\``), name);
    }
  });

  it('have every setting', async () => {
    const text = await read('configuration');
    for (const name of Object.keys(names.shape)) ok(text.includes(`\`${name}\``), name);
  });

  it('have every route', async () => {
    const text = await read('api');
    for (const { method, path } of routes) {
      const heading = `### ${method} ${path.replaceAll(/[:*](\w+)/gu, '{$1}')}\n`;
      ok(text.includes(heading), heading);
    }
  });

  it('have every metric with its type, and no other', async () => {
    const rows = (await read('operations')).matchAll(/^\| (`[a-z_`, ]+`) \| (\w+) \| ./gmu);
    const documented = [...rows].flatMap(([, names = '', type]) =>
      [...names.matchAll(/`(\w+)`/gu)].map(([, name]) => `${name} ${type}`),
    );
    const known = Object.entries(metricCatalog).map(([name, { type }]) => `${name} ${type}`);
    deepEqual(documented.sort(), known.sort());
  });

  it('have every event and command', async () => {
    const text = await read('events');
    const words = features.flatMap(({ events, commands }) => [
      ...Object.keys(events),
      ...Object.keys(commands),
    ]);
    for (const word of words) {
      ok(text.includes(`\n| \`${word}\` |`), word);
    }
  });

  it('have every projection of tidemark replay, in the order of their names', async () => {
    const names = everyProjection.map(({ name }) => `\`${name}\``).sort();
    const sentence = `Projections are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
    const text = (await read('cli')).replaceAll(/\s+/gu, ' ');
    ok(text.includes(sentence), `docs/cli.md lacks: ${sentence}`);
  });

  it('have every role, as the help of tidemark serve has', async () => {
    deepEqual([...rolesListed].sort(), [...roleNames].sort());
    const [cli, deploy] = [await read('cli'), await readFile('deploy/README.md', 'utf8')];
    for (const role of roleNames) {
      match(cli, new RegExp(`Roles are [^.]*\`${role}\``));
      ok(deploy.includes(`\n| ${role} |`), role);
    }
  });
});
