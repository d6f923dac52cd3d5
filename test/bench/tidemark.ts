import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { largePlan } from '../support/large-plan.ts';
import { nodeEnvironment, nodeFlags } from '../support/node-flags.ts';
import { until } from '../support/until.ts';
import { type Server, startProgram } from './process.ts';

export type BenchServer = Server & {
  readonly grpcUrl: string;
  readonly folder: string;
  readonly keys: readonly string[];
};

/** A built Tidemark in a process and folder of its own, with one key for each organization. */
export async function startTidemark(options: {
  /** The folder that holds `services/main.js`. */
  readonly build: string;
  readonly folder: string;
  readonly organizations: number;
  /** Of Node, for profiles, besides those of every start. */
  readonly nodeOptions: readonly string[];
  /** As `taskset -c` takes them. */
  readonly cores?: string | undefined;
  /** A folder of Linux's control groups, with a limit of memory. */
  readonly cgroup?: string | undefined;
}): Promise<BenchServer> {
  const { build, folder, organizations, nodeOptions, cores, cgroup } = options;
  const limited = cgroup === undefined ? [] : ['sh', '-c', joinCgroup, cgroup];
  const pinned = cores === undefined ? [] : ['taskset', '-c', cores];
  const main = join(build, 'services', 'main.js');
  let grpcPort = '';
  const server = await startProgram(
    [...limited, ...pinned, process.execPath, ...nodeFlags, ...nodeOptions, main, 'serve'],
    {
      ...nodeEnvironment,
      TIDEMARK_DATA_DIR: folder,
      TIDEMARK_PORT: '0',
      ...largePlan,
      TIDEMARK_REQUESTS_PER_SECOND: '1000000',
    },
    output => {
      grpcPort = /"grpc_port":(\d+).*"listening"/.exec(output)?.[1] ?? '';
      return listeningUrl(output);
    },
  );
  try {
    const keys: string[] = [];
    for (let index = 0; index < organizations; index++) {
      keys.push(await account(server.url, folder, `bench-${index}@example.org`));
    }
    return { ...server, grpcUrl: `http://127.0.0.1:${grpcPort}`, folder, keys };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Moves itself there and becomes the program that it is given. */
const joinCgroup = 'echo $$ > "$0/cgroup.procs" && exec "$@"';

const listeningUrl = (output: string): string | undefined =>
  /"url":"([^"]+)".*"listening"/.exec(output)?.[1];

async function account(url: string, folder: string, email: string): Promise<string> {
  const session = await post(`${url}/v1/integrate/register`, { email, service_name: 'service-0' });
  const code = await until(`the mail to ${email}`, () => mailedCode(join(folder, 'outbox'), email));
  const verified = await post(`${url}/v1/integrate/verify`, {
    session_id: session.session_id,
    code,
  });
  return String(verified.api_key);
}

async function mailedCode(outbox: string, email: string): Promise<string | undefined> {
  for (const name of await readdir(outbox)) {
    if (!name.endsWith('.eml')) continue;
    const mail = await readFile(join(outbox, name), 'utf8');
    if (mail.includes(email)) return /^Subject: .*?(\d{6})\r?$/m.exec(mail)?.[1];
  }
  return undefined;
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`expected 200 of ${url}, found ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Longest and nearly longest delay of the server's event loop since this was asked last, in milliseconds. */
export async function loopDelay(
  url: string,
): Promise<{ readonly p99Ms: number; readonly maxMs: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const ms = (statistic: string): number =>
    1000 *
    Number(
      new RegExp(`^nodejs_eventloop_delay_seconds.*"${statistic}".* (.+)$`, 'm').exec(text)?.[1],
    );
  return { p99Ms: ms('p99'), maxMs: ms('max') };
}

/** What GET answers under a key; throws for anything but 200. */
export async function get<Answer>(url: string, path: string, key: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { headers: { 'X-API-Key': key } });
  const text = await response.text();
  if (!response.ok) throw new Error(`expected 200 of ${path}, found ${response.status}: ${text}`);
  return JSON.parse(text) as Answer;
}
