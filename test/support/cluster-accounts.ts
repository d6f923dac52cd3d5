import { verificationCode } from '../../domain/accounts/verification-code.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { sessionId } from '../../schemas/ids.ts';
import type { Platform } from '../../services/open.ts';
import { until } from './until.ts';

export const adminToken = 'token-of-the-operators';

export type Asked = {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
};

export type Issued = {
  readonly key: string;
  readonly service: string;
  readonly organization: string;
};

type Asking = {
  readonly key?: string;
  readonly body?: unknown;
  readonly token?: string;
  /** Of a command, so that it may be asked for again. */
  readonly id?: string;
};

/** Codes that one address may get in an hour. */
const servicesPerAddressMax = 5;

/**
 * Speaks to single processes of a cluster. Codes are worked out with the cluster's own keyring, as
 * fast as they are needed; each request comes from an address of its own, so that no limit counts it.
 * Services that share an address of mail share its organization.
 */
export function openClusterAccounts(
  { keyring }: Pick<Platform, 'keyring'>,
  servicesPerAddress = servicesPerAddressMax,
) {
  let requests = 0;
  let services = 0;
  const ask = async (
    url: string,
    path: string,
    { key, body, token, id }: Asking = {},
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<Asked> => {
    const number = requests++;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'X-API-Key': key }),
        ...(id !== undefined && { 'Idempotency-Key': id }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const retryAfter = response.headers.get('Retry-After');
    return { status: response.status, retryAfter, body: await response.text() };
  };
  const expected = async <Body>(asked: Promise<Asked>): Promise<Body> => {
    const { status, body } = await asked;
    if (status !== 200) throw new Error(`expected 200, found ${status}: ${body}`);
    return JSON.parse(body) as Body;
  };
  /** A command whose outcome is not known yet is asked for again, as its clients do. */
  const commanded = async <Body>(url: string, path: string, asking: Asking): Promise<Body> => {
    const id = randomUuid();
    const isUnknown = ({ status, body }: Asked): boolean =>
      status === 503 && body.includes('its outcome is not known yet');
    const known = until('an outcome', async () => {
      const asked = await ask(url, path, { ...asking, id }, 'POST');
      return isUnknown(asked) ? undefined : asked;
    });
    return expected<Body>(known);
  };
  const register = async (url: string) => {
    const number = services++;
    const service = `service-${number}`;
    const email = `person-${Math.floor(number / servicesPerAddress)}@cluster.test`;
    const { session_id: session } = await commanded<ResponseOf<'register'>>(
      url,
      '/v1/integrate/register',
      { body: { email, service_name: service } },
    );
    return { service, session, code: await verificationCode(sessionId(session), keyring) };
  };
  const verify = async (
    url: string,
    { session, code, service }: { session: string; code: string; service: string },
  ): Promise<Issued> => {
    const { api_key: key, organization_id: organization } = await commanded<ResponseOf<'verify'>>(
      url,
      '/v1/integrate/verify',
      { body: { session_id: session, code } },
    );
    return { key, service, organization };
  };
  const keys = async (url: string): Promise<ResponseOf<'adminKeys'>['keys']> =>
    (await expected<ResponseOf<'adminKeys'>>(ask(url, '/admin/keys', { token: adminToken }))).keys;
  return {
    ask,
    register,
    verify,
    keys,
    /** Both steps through one process. */
    issue: async (url: string): Promise<Issued> => verify(url, await register(url)),
    /** By which operators call a key. */
    idOf: async (url: string, { organization, service }: Issued): Promise<string> => {
      const all = await keys(url);
      const found = all.find(
        key => key.organization_id === organization && key.service_name === service,
      );
      if (found === undefined) throw new Error(`expected a key of ${service} among ${all.length}`);
      return found.id;
    },
    revoke: (url: string, id: string): Promise<unknown> =>
      commanded(url, `/admin/keys/${id}/revoke`, { token: adminToken }),
  };
}
