import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sender } from './load.ts';
import type { Answered, Post } from './post.ts';
import type { PostedMail } from './post-office.ts';

/** One person on the way to an API key. */
type Account = {
  readonly number: number;
  readonly email: string;
  readonly service: string;
  readonly registerKey: string;
  readonly verifyKey: string;
  session?: string | undefined;
  code?: string;
  sender?: Sender;
  /** Asked for a key and never heard of it; and will not ask again. */
  isAbandoned: boolean;
};

export type Accounts = {
  /** Registers one after the other until stopped, or until the server is gone. */
  readonly keepRegistering: (
    url: string,
    verified: (sender: Sender) => Promise<unknown>,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly mailed: (mail: Pick<PostedMail, 'to' | 'code'>) => void;
  readonly verified: () => readonly (Sender & { readonly service: string })[];
  /** Verifications that were never answered: each may have made an organization. */
  readonly abandoned: () => number;
};

const pauseMs = 200;
const codeMsMax = 5_000;
const lookEveryMs = 10;

export function openAccounts(post: Post): Accounts {
  const accounts: Account[] = [];
  const byEmail = new Map<string, Account>();
  let pending: Account | undefined;

  const ask = (url: string, path: string, key: string, body: object): Promise<Answered> =>
    post(`${url}${path}`, Buffer.from(JSON.stringify(body)), {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    });
  const register = async (url: string, account: Account): Promise<void> => {
    const { email, service, registerKey } = account;
    const body = { email, service_name: service };
    const answer = await ask(url, '/v1/integrate/register', registerKey, body);
    account.session = fields(answer).session_id;
  };
  const verify = async (url: string, account: Account): Promise<void> => {
    const { session, code, verifyKey } = account;
    const answer = await ask(url, '/v1/integrate/verify', verifyKey, { session_id: session, code });
    const { organization_id: organization = '', api_key: key = '' } = fields(answer);
    account.sender = { organization, key };
  };
  const begin = (): Account => {
    const number = accounts.length;
    const account = {
      number,
      email: `person-${number}@crash.test`,
      service: `service-${number}`,
      registerKey: randomUUID(),
      verifyKey: randomUUID(),
      isAbandoned: false,
    };
    accounts.push(account);
    byEmail.set(account.email, account);
    return account;
  };
  /** As far as it can be brought; false when the server is gone or the mail does not come. */
  const advance = async (url: string, account: Account, signal: AbortSignal) => {
    try {
      if (account.session === undefined) await register(url, account);
      if (!(await codeOf(account, signal))) return false;
      await verify(url, account);
      return true;
    } catch (error) {
      if (error instanceof Unexpected) throw error;
      // Every other person asks the same again, the rest give up.
      account.isAbandoned = account.number % 2 === 1;
      return false;
    }
  };
  return {
    mailed: ({ to, code }) => {
      const account = byEmail.get(to);
      if (account !== undefined && code !== undefined) account.code = code;
    },
    keepRegistering: async (url, verified, signal) => {
      while (!signal.aborted) {
        if (pending === undefined || pending.isAbandoned) pending = begin();
        if (!(await advance(url, pending, signal))) return;
        const { sender } = pending;
        pending = undefined;
        if (sender !== undefined) await verified(sender);
        await pause(pauseMs, undefined, { signal }).catch(() => {});
      }
    },
    verified: () =>
      accounts.flatMap(({ sender, service }) => (sender ? [{ ...sender, service }] : [])),
    abandoned: () =>
      accounts.filter(({ sender, code }) => sender === undefined && code !== undefined).length,
  };
}

async function codeOf(account: Account, signal: AbortSignal): Promise<boolean> {
  const endMs = performance.now() + codeMsMax;
  while (account.code === undefined) {
    if (signal.aborted || performance.now() > endMs) return false;
    await pause(lookEveryMs);
  }
  return true;
}

function fields({ status, body }: Answered): Record<string, string> {
  if (status === 503) throw new Error('not now');
  if (status !== 200) throw new Unexpected(`expected 200, found ${status}: ${body}`);
  return JSON.parse(body.toString());
}

class Unexpected extends Error {}
