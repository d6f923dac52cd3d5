import { join } from 'node:path';
import { pino } from 'pino';
import { readConfiguration } from '../../platform/config/config.ts';
import { type LogLevel, openLog } from '../../platform/log.ts';
import { startTidemark, type TidemarkOptions } from '../../services/serve.ts';
import { mailsTo } from './outbox.ts';
import { placeWarehouse } from './ready-warehouse.ts';
import { logFile } from './role-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

export type StartOptions = Partial<TidemarkOptions> & {
  readonly folder?: string;
  /** Settings beyond those that every test needs. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** A whole Tidemark in this process, in a folder of its own and on a free port. */
export async function startServer({ environment, ...options }: StartOptions = {}) {
  const temporary = options.folder === undefined ? await temporaryFolder() : undefined;
  const dataDir = options.folder ?? temporary?.path ?? '';
  if (temporary !== undefined) await placeWarehouse(dataDir);
  const codes = new Map<string, string>();
  const tidemark = await startTidemark({
    configuration: readConfiguration({
      environment: {
        TIDEMARK_DATA_DIR: dataDir,
        TIDEMARK_PORT: '0',
        TIDEMARK_REGISTRATIONS_PER_HOUR: '1000000',
        TIDEMARK_REQUESTS_PER_SECOND: '1000000',
        ...environment,
      },
    }),
    log: logOf(dataDir, environment?.TIDEMARK_LOG_LEVEL),
    codeMailed: ({ to, code }) => codes.set(to, code),
    ...options,
  });
  return {
    ...tidemark,
    ...clientOf(
      tidemark.url,
      email => until(`the code for ${email}`, () => codes.get(email)),
      email => codes.delete(email),
    ),
    dataDir,
    dataDirs: () => [dataDir],
    mailsTo: (email: string) => mailsTo([dataDir], email),
    codeFor: (email: string) => until(`the code for ${email}`, () => codes.get(email)),
    close: async () => {
      await tidemark.stop();
      await temporary?.remove();
    },
  };
}

/** Of a test that chooses a level, it is in the folder, where a process of the cluster has its log. */
const logOf = (dataDir: string, level: string | undefined) =>
  level === undefined
    ? openLog({ level: 'warn', pretty: false })
    : openLog({
        level: level as LogLevel,
        pretty: false,
        destination: pino.destination({ dest: join(dataDir, logFile), sync: true, mkdir: true }),
      });

/** Speaks to a Tidemark as its users do. */
export function clientOf(
  url: string,
  codeFor: (email: string) => Promise<string>,
  forgetCode: (email: string) => unknown = () => undefined,
) {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    post,
    /** Registers a service and verifies it, as a person would. */
    account: async (email: string, service: string, fields: object = {}) => {
      forgetCode(email);
      const registered = await post('/v1/integrate/register', {
        email,
        service_name: service,
        ...fields,
      });
      const code = await codeFor(email);
      const verified = await post('/v1/integrate/verify', {
        session_id: registered.body.session_id,
        code,
      });
      return { registered, verified, key: String(verified.body.api_key) };
    },
    get: async <Body = Record<string, unknown>>(path: string, key: string) => {
      const response = await fetch(`${url}${path}`, { headers: { 'X-API-Key': key } });
      return { status: response.status, body: (await response.json()) as Body };
    },
  };
}
