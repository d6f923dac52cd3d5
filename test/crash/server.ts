import { writeSync } from 'node:fs';
import { readConfiguration } from '../../platform/config/config.ts';
import type { RoleName } from '../../platform/config/role-names.ts';
import { openLog } from '../../platform/log.ts';
import type { Platform } from '../../services/open.ts';
import { startTidemark } from '../../services/serve.ts';
import { largePlan } from '../support/large-plan.ts';
import { openCrash } from './crash.ts';
import { decorate } from './decorate.ts';
import type { CrashPoint, Ownership, Said } from './point.ts';

/**
 * A whole Tidemark, or some roles of it, that dies where it is told; what its parent sends over the
 * channel are queries, and points to die at.
 */
export type ServerOptions = {
  readonly dataDir: string;
  readonly point?: CrashPoint;
  readonly roles?: readonly RoleName[];
  /** Beyond the data folder: the servers it uses. */
  readonly environment?: Readonly<Record<string, string>>;
};

export type Question = {
  readonly id: number;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Where to die, or nowhere. */
export type Order = { readonly point?: CrashPoint };

export type Answer = {
  readonly id: number;
  readonly rows?: readonly Record<string, string>[];
  readonly error?: string;
};

const say = (said: Said): void => void writeSync(1, `${JSON.stringify(said)}\n`);

const { dataDir, point, roles, environment }: ServerOptions = JSON.parse(process.argv[2] ?? '{}');

const partitions = { assigned: 0, repeating: 0, recovered: 0 };

const crash = openCrash(point, death => {
  say({ said: 'dying', ...death, repeating: partitions.repeating });
  process.kill(process.pid, 'SIGKILL');
  throw new Error('expected to be dead');
});

const recovery = {
  assigned: () => {
    partitions.assigned++;
    crash.recoveryBegan();
  },
  repeats: () => {
    partitions.repeating++;
  },
  owned: (ownership: Ownership) => say({ said: 'owned', ...ownership }),
  done: () => {
    partitions.recovered++;
    if (partitions.recovered < partitions.assigned) return;
    crash.recoveryEnded();
    say({ said: 'recovered', partitions: partitions.repeating });
  },
};

let warehouse: Platform['warehouse'] | undefined;

const tidemark = await startTidemark({
  configuration: readConfiguration({
    environment: {
      TIDEMARK_DATA_DIR: dataDir,
      TIDEMARK_PORT: '0',
      TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8',
      TIDEMARK_REGISTRATIONS_PER_HOUR: '1000000',
      TIDEMARK_REQUESTS_PER_SECOND: '1000000',
      ...largePlan,
      ...environment,
    },
  }),
  log: openLog({
    level: 'warn',
    pretty: false,
    destination: { write: line => void writeSync(2, line) },
  }),
  ...(roles && { roles }),
  decoratePorts: platform => {
    warehouse = platform.warehouse;
    return decorate(platform, crash, recovery);
  },
});

process.on('message', async (message: Question | Order) => {
  if (!('sql' in message)) return crash.arm(message.point);
  const { id, sql, parameters } = message;
  try {
    const rows = await warehouse?.query<Record<string, string>>(sql, parameters);
    process.send?.({ id, rows: rows ?? [] } satisfies Answer);
  } catch (error) {
    process.send?.({ id, error: String(error) } satisfies Answer);
  }
});

process.on('SIGTERM', async () => {
  await tidemark.stop();
  process.exit(0);
});

say({ said: 'listening', url: tidemark.url, adminSocket: tidemark.adminSocket });
