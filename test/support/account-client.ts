import { deepEqual, equal, rejects } from 'node:assert/strict';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { RequestOf } from '../../schemas/http/routes.ts';
import type { Accounts } from './accounts.ts';
import { until } from './until.ts';

export type Client = ReturnType<typeof clientOf>;

type ListedKey = {
  readonly id: string;
  readonly hint: string;
  readonly revoked_at: string | null;
};

/** What a client and an operator can do with accounts, with honest defaults. */
export function clientOf(accounts: Accounts) {
  const register = async (
    changes: Partial<RequestOf<'register'>> = {},
    headers: Readonly<Record<string, string>> = {},
    address = '192.0.2.1',
  ) => {
    const body = {
      email: 'ada@example.org',
      service_name: 'checkout',
      name: undefined,
      organization_name: undefined,
      source: undefined,
      source_metadata: undefined,
      ...changes,
    };
    const answer = await accounts.register(
      accounts.request<'register'>({ body, headers, address, params: undefined, key: undefined }),
    );
    return bodyOf<{ session_id: string; message: string; expires_at: string }>(answer);
  };
  const verify = async (
    session: string,
    code: string,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const body = { session_id: session, code };
    const answer = await accounts.verify(
      accounts.request<'verify'>({ body, headers, params: undefined, key: undefined }),
    );
    return bodyOf<Verified>(answer);
  };
  const signUp = async (changes: Partial<RequestOf<'register'>> = {}): Promise<Verified> => {
    accounts.clock.nowMs += 1;
    const before = (await accounts.codeMails()).length;
    const { session_id } = await register(changes);
    await until('the mail', async () => (await accounts.codeMails()).length > before);
    return verify(session_id, await accounts.codeTo(changes.email ?? 'ada@example.org'));
  };
  const revoke = (id: string) =>
    accounts.revokeKey(
      accounts.request<'adminRevokeKey'>({ body: undefined, params: { id }, key: undefined }),
    );
  const listed = async (): Promise<readonly ListedKey[]> => {
    const answer = await accounts.listKeys(
      accounts.request<'adminKeys'>({ body: undefined, params: undefined, key: undefined }),
    );
    return bodyOf<{ readonly keys: readonly ListedKey[] }>(answer).keys;
  };
  return { register, verify, signUp, revoke, listed };
}

type Verified = {
  readonly api_key: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly service_name: string;
  readonly dashboard_url: string;
};

export function bodyOf<Body>(answer: { readonly status: number; readonly body?: unknown }): Body {
  equal(answer.status, 200);
  return answer.body as Body;
}

export async function refused(
  answer: Promise<unknown>,
  status: number,
  code: string,
): Promise<HttpProblem> {
  let found: HttpProblem | undefined;
  await rejects(answer, error => {
    if (!(error instanceof HttpProblem)) return false;
    found = error;
    deepEqual([error.status, error.code], [status, code]);
    return true;
  });
  if (found === undefined) throw new Error('expected a refusal');
  return found;
}
