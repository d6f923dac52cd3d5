import { openLog } from '../../platform/log.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { recordVersion, telemetryHeaders, topics } from '../../schemas/topics.ts';
import { adminToken } from './cluster-accounts.ts';
import { type ObservedServer, startObservedServer } from './observed-server.ts';
import { type Reader, readerOf } from './reader.ts';
import { shownPrices } from './shown-models.ts';
import { sendShop } from './shown-shop.ts';
import { until } from './until.ts';

export type OperatedServer = {
  readonly server: ObservedServer;
  readonly ada: Reader;
  /** Of Ada. */
  readonly organization: string;
  /** Asks a route below `/admin`, by POST where there is a body. */
  readonly ask: <Body>(path: string, body?: object) => Promise<Body>;
};

/** A server with a token for operators. */
export const startServerForOperators = (): Promise<ObservedServer> =>
  startObservedServer({
    // Its processor says of each dead letter why.
    log: openLog({ level: 'silent', pretty: false }),
    environment: {
      TIDEMARK_ADMIN_TOKEN: adminToken,
      LLM_PRICES: JSON.stringify(shownPrices),
      LLM_CONTENT: 'true',
    },
  });

/** The same with telemetry and two dead letters. */
export async function startOperatedServer(): Promise<OperatedServer> {
  const server = await startServerForOperators();
  const ada = await readerOf(server, 'ada');
  await sendShop(ada);
  await server.caughtUp();
  const organization = await sendDeadLetters(server, ada);
  const ask = async <Body>(path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${server.url}/admin${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Body;
  };
  return { server, ada, organization, ask };
}

/** Two records that cannot be processed; gives whose they are. */
export async function sendDeadLetters(server: ObservedServer, { key }: Reader): Promise<string> {
  const me = await server.get<ResponseOf<'me'>>('/v1/me', key);
  const organization = me.body.organization.id;
  for (const text of ['not protobuf', 'neither is this'])
    await sendBroken(server, organization, text);
  await until('dead letters', async () => (await server.deadLetters()) === 2 || undefined);
  return organization;
}

/** Appends a record to the log that nobody can decode. */
async function sendBroken(
  { platform }: ObservedServer,
  organization: string,
  text: string,
): Promise<void> {
  const headers = {
    [telemetryHeaders.version]: recordVersion,
    [telemetryHeaders.organization]: organization,
    [telemetryHeaders.format]: 'protobuf',
    [telemetryHeaders.receivedAtMs]: String(Date.now()),
    [telemetryHeaders.spans]: '1',
    [telemetryHeaders.hash]: randomUuid(),
  };
  const record = { key: 'k', value: Buffer.from(text), headers };
  await platform.topicLog.append(topics.spans, [record]);
}
