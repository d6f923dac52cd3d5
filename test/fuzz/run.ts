import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Platform } from '../../services/open.ts';
import { openVictim } from '../e2e/tenants/victim.ts';
import { observed } from '../support/observed.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { schemathesisProgram } from './schemathesis.ts';
import { settingsOf, usersOf } from './settings.ts';

// Schemathesis draws requests from the API documents, valid and invalid ones, and compares every response with
// them: no 500, nothing that is not described, nothing of another organization.
const { values, positionals } = parseArgs({
  options: { examples: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const adminToken = 'token-of-the-operators-of-this-run';

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
    await writeFile(users, usersOf(settings));
    const config = join(folder.path, 'schemathesis.toml');
    await writeFile(config, settingsOf(settings, users));
    const given = ['--config-file', config, 'run', `${tidemark.url}/openapi.json`];
    const bounds = ['--max-examples', values.examples, '--seed', values.seed];
    const program = spawn(path, [...given, ...bounds, '--checks', 'all', ...positionals], {
      cwd: folder.path,
      stdio: 'inherit',
    });
    const [code] = await once(program, 'exit');
    return Number(code ?? 1);
  } finally {
    await tidemark.close();
    await folder.remove();
  }
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
