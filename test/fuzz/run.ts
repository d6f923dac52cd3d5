import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Platform } from '../../services/open.ts';
import { openVictim, type Victim } from '../security/tenants/victim.ts';
import { observed } from '../support/observed.ts';
import { seed as drawnSeed } from '../support/property.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { boundaryCases, operations, passesOf } from './passes.ts';
import { schemathesisProgram } from './schemathesis.ts';
import { operatorSettingsOf, settingsOf } from './settings.ts';
import { countsOf, writeTenants } from './tenants.ts';

// Schemathesis draws requests of one organization from the API documents, valid and invalid ones, with its own ids
// and those of another organization: no 500, nothing that is not described, nothing of the other organization.
const { values, positionals } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(drawnSeed) },
  },
  allowPositionals: true,
});
const casesMin = Number(values.cases);
/** How many each operation has besides those with a boundary of its schema, of which there are more than so many. */
const examples = Math.max(1, Math.ceil((casesMin - boundaryCases) / operations));
const narrowed = positionals.length === 0 ? '' : ` -- ${positionals.join(' ')}`;
const repeat = `npm run fuzz -- --cases ${values.cases} --seed ${values.seed}${narrowed}`;
const adminToken = 'token-of-the-operators-of-this-run';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const program = await schemathesisProgram();
if ('missing' in program) say(`skipped: no schemathesis, since ${program.missing}`);
else process.exitCode = await fuzz(program.path);

async function fuzz(path: string): Promise<number> {
  say(`at least ${casesMin} cases; to repeat: ${repeat}`);
  const folder = await temporaryFolder();
  const tidemark = await startWhole();
  try {
    const [ada, grace] = [await openVictim(tidemark), await openVictim(tidemark)];
    const files = await writtenTo(folder.path, ada, grace);
    const seenBefore = await ada.seen();
    const codes: number[] = [];
    for (const { of, chosen } of passesOf(positionals)) {
      const given = ['--config-file', files[of], 'run', `${tidemark.url}/openapi.json`];
      const bounds = ['--checks', 'all', '--max-examples', `${examples}`, '--seed', values.seed];
      codes.push(await drawn(path, folder.path, [...given, ...bounds, ...chosen]));
      // Operators may change all that is Ada's.
      if (of === 'organizations') deepEqual(await ada.seen(), seenBefore);
    }
    return Math.max(...codes, await reported(files.tenants));
  } finally {
    await tidemark.close();
    await folder.remove();
  }
}

/** Grace sends; of what is Ada's, nothing may be in an answer. */
async function writtenTo(folder: string, ada: Victim, grace: Victim) {
  const files = {
    tenants: join(folder, 'tenants.json'),
    organizations: join(folder, 'organizations.toml'),
    operators: join(folder, 'operators.toml'),
  };
  const settings = {
    key: grace.key,
    belongings: [ada.belongings, grace.belongings],
    adminToken,
    tenantsFile: files.tenants,
  };
  await writeTenants(files.tenants, ada);
  await writeFile(files.organizations, settingsOf(settings));
  await writeFile(files.operators, operatorSettingsOf(settings));
  return files;
}

/** 1 if all of it had fewer cases than wanted: what was not tried has not passed. */
async function reported(tenantsFile: string): Promise<number> {
  const { cases, naming, statuses } = await countsOf(tenantsFile);
  const each = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  say(`${cases} cases, ${naming} of them with ids or names of the other organization`);
  say(`answers: ${each.join(', ')}`);
  say(`to repeat: ${repeat}`);
  return cases >= casesMin || positionals.length > 0 ? 0 : 1;
}

async function drawn(path: string, cwd: string, given: readonly string[]): Promise<number> {
  const child = spawn(path, given, { cwd, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
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
