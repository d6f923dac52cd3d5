import type { Principal } from '../../platform/http/handler.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { bodyOf } from './account-client.ts';
import type { Accounts } from './accounts.ts';
import { until } from './until.ts';

type Headers = Readonly<Record<string, string>>;

/** What a person can do who signs in. */
export function sessionClientOf(accounts: Accounts) {
  const request = async (email: string, headers: Headers = {}, address = '192.0.2.1') => {
    const body = { email };
    const common = { query: undefined, params: undefined, key: undefined, headers, address };
    const answer = await accounts.requestSession(
      accounts.request<'requestSession'>({ ...common, body }),
    );
    return bodyOf<ResponseOf<'requestSession'>>(answer);
  };
  const verify = async (
    session: string,
    code: string,
    organization?: string,
    headers: Headers = {},
  ) => {
    const body = { session_id: session, code, organization_id: organization };
    const common = { query: undefined, params: undefined, key: undefined, headers };
    const answer = await accounts.verifySession(
      accounts.request<'verifySession'>({ ...common, body }),
    );
    return bodyOf<ResponseOf<'verifySession'>>(answer);
  };
  /** A session that was just requested, and its code. */
  const requested = async (email: string) => {
    accounts.clock.nowMs += 1;
    const before = (await accounts.codeMails()).length;
    const { session_id: session } = await request(email);
    await until('the mail', async () => (await accounts.codeMails()).length > before);
    return { session, code: await accounts.codeTo(email) };
  };
  return {
    request,
    verify,
    requested,
    signIn: async (email: string, organization?: string) => {
      const { session, code } = await requested(email);
      return verify(session, code, organization);
    },
    end: async (key: Principal) => {
      const common = { query: undefined, params: undefined, body: undefined };
      const answer = await accounts.endSession(accounts.request<'endSession'>({ ...common, key }));
      return bodyOf<ResponseOf<'endSession'>>(answer);
    },
  };
}
