import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Platform } from '../../services/open.ts';
import { openVictim } from '../security/tenants/victim.ts';
import { observed } from '../support/observed.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { schemathesisProgram } from './schemathesis.ts';
import { operatorSettingsOf, settingsOf, usersOf } from './settings.ts';

// Schemathesis draws requests from the API documents, valid and invalid ones, and compares every response with
// them: no 500, nothing that is not described, nothing of another organization.
const { values, positionals } = parseArgs({
  options: { examples: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const bounds = ['--checks', 'all', '--max-examples', values.examples, '--seed', values.seed].concat(
  positionals,
);
const adminToken = 'token-of-the-operators-of-this-run';

/** They change the keys that all else needs, so they are drawn last. */
const ofKeys = '^/v1/api-keys/';
const ofOperators = '^/admin/';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const program = await schemathesisProgram();
if ('missing' in program) say(`skipped: no schemathesis, since ${program.missing}`);
else process.exitCode = await fuzz(program.path);

async function fuzz(path: string): Promise<number> {
  const folder = await temporaryFolder();
  const tidemark = await startWhole();
  try {
    const [ada, grace] = [await openVictim(tidemark), await openVictim(tidemark)];
    const settings = {
      keys: [ada.key, grace.key],
      belongings: [ada.belongings, grace.belongings],
      adminToken,
    } as const;
    const users = join(folder.path, 'users.json');
    const [organizations, operators] = [
      join(folder.path, 'organizations.toml'),
      join(folder.path, 'operators.toml'),
    ];
    await writeFile(users, usersOf(settings));
    await writeFile(organizations, settingsOf(settings, users));
    await writeFile(operators, operatorSettingsOf(settings));
    const document = `${tidemark.url}/openapi.json`;
    const draw = (config: string, ...chosen: readonly string[]): Promise<number> =>
      drawn(path, folder.path, ['--config-file', config, 'run', document, ...bounds, ...chosen]);
    const codes = [
      await draw(organizations, '--exclude-path-regex', `${ofKeys}|${ofOperators}`),
      await draw(operators, '--include-path-regex', ofOperators),
      await draw(organizations, '--include-path-regex', ofKeys),
    ];
    return Math.max(...codes);
  } finally {
    await tidemark.close();
    await folder.remove();
  }
}

async function drawn(path: string, cwd: string, given: readonly string[]): Promise<number> {
  const program = spawn(path, given, { cwd, stdio: 'inherit' });
  const [code] = await once(program, 'exit');
  return Number(code ?? 1);
}

/** As a suite has it, but outside of mocha. */
async function startWhole() {
  const seen: Platform[] = [];
  const server = await startServer({
    environment: { TIDEMARK_ADMIN_TOKEN: adminToken, TIDEMARK_LOG_LEVEL: 'warn' },
    decoratePorts: platform => {
      seen.push(platform);
      return platform;
    },
  });
  const [platform] = seen;
  if (platform === undefined) throw new Error('expected the server to open its engines');
  return { ...server, ...observed(platform), platform, urlOf: () => server.url };
}
