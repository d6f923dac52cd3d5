import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reveal } from '../../platform/privacy/personal.ts';
import type { Personal } from '../../schemas/accounts/personal.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { requestAdmin } from '../../services/cli/admin-client.ts';
import type { ObservedServer } from './observed-server.ts';
import { until } from './until.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};

export type OutboxMail = { readonly to: string; readonly subject: string; readonly mode: number };

/** What a person with a mailbox does to get a key, over HTTP and with the mails of the outbox. */
export function personAt(server: ObservedServer) {
  const outbox = join(server.dataDir, 'outbox');
  const post = async (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Reply['body'];
    return { status: response.status, headers: response.headers, body: answer };
  };
  const mails = async (): Promise<OutboxMail[]> => {
    const names = (await readdir(outbox)).filter(name => name.endsWith('.eml')).sort();
    return Promise.all(names.map(name => readMail(join(outbox, name))));
  };
  const register = (
    email: string,
    fields: object = {},
    headers: Readonly<Record<string, string>> = {},
  ) => post('/v1/integrate/register', { email, service_name: 'checkout', ...fields }, headers);
  const verify = (session: unknown, code: string, headers: Readonly<Record<string, string>> = {}) =>
    post('/v1/integrate/verify', { session_id: session, code }, headers);
  /** The code of the latest of so many mails to an address. */
  const code = (email: string, count = 1): Promise<string> =>
    until(`mail ${count} to ${email}`, async () => {
      const own = (await mails()).filter(({ to }) => to.toLowerCase() === email.toLowerCase());
      const codes = own.flatMap(({ subject }) => /\d{6}$/.exec(subject)?.[0] ?? []);
      return codes.length >= count && codes.at(-1);
    });
  return {
    post,
    register,
    verify,
    code,
    mails,
    signUp: async (email: string, fields: object = {}, count = 1): Promise<Reply> => {
      const { body } = await register(email, fields);
      return verify(body.session_id, await code(email, count));
    },
  };
}

/** What operators and the engines know of accounts. */
export function recordsOf(server: ObservedServer) {
  const admin = (method: 'GET' | 'POST', path: string): Promise<unknown> =>
    requestAdmin({ kind: 'socket', path: server.adminSocket }, { method, path });
  return {
    admin,
    history: async (stream: string) =>
      ((await admin('GET', `/admin/history/${stream}`)) as ResponseOf<'adminHistory'>).events,
    integration: async (key: unknown) => {
      const path = '/v1/integrate/status';
      return (await server.get<ResponseOf<'integrationStatus'>>(path, String(key))).body;
    },
    /** What is personal to an organization in a part of an event, as operators see it. */
    revealed: async (organization: unknown, shown: unknown): Promise<string> => {
      const owner = { kind: 'organization', id: organizationId(String(organization)) } as const;
      const personal = shown as Personal;
      if (!('sealed' in personal)) throw new Error('expected something sealed');
      return (await reveal(owner, personal, server.platform.keyring)) ?? '';
    },
    /** Every event so far. */
    events: async (): Promise<DomainEvent[]> => {
      const { eventStore } = server.platform;
      const { signal } = new AbortController();
      const head = await eventStore.head();
      const events: DomainEvent[] = [];
      for await (const batch of eventStore.subscribe({ after: -1, signal })) {
        events.push(...batch.events.map(({ event }) => event));
        if (batch.position >= head) break;
      }
      return events;
    },
  };
}

/** The code with its last digit changed. */
export const mistyped = (code: string): string =>
  code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10);

async function readMail(path: string): Promise<OutboxMail> {
  const text = await readFile(path, 'utf8');
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*)\\r$`, 'm').exec(text)?.[1] ?? '';
  return {
    to: header('To'),
    subject: header('Subject'),
    mode: (await stat(path)).mode & 0o777,
  };
}
