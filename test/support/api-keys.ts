import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { WholeTidemark } from './cluster.ts';

export type IssuedKey = ResponseOf<'createApiKey'>;
export type ShownKey = ResponseOf<'getApiKey'>;

export type Answered<Body> = {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
};

type Sent = {
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What the owner of an organization does with its API keys, and what others try with them. */
export async function keyOwner(tidemark: WholeTidemark, service = 'checkout') {
  const email = `ada-${randomUuid()}@example.org`;
  const { key: first, verified } = await tidemark.account(email, service);
  const ask = async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    { body, key = first, headers = {} }: Sent = {},
  ): Promise<Answered<Body>> => {
    const response = await fetch(`${tidemark.url}${path}`, {
      method,
      headers: {
        ...(key !== '' && { 'X-API-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text.startsWith('{') ? JSON.parse(text) : text) as Body,
      headers: response.headers,
    };
  };
  const create = (body: object, headers = {}) =>
    ask<IssuedKey>('POST', '/v1/api-keys', { body, headers });
  return {
    first,
    email,
    organization: String(verified.body.organization_id),
    ask,
    create,
    /** A key of this kind with these restrictions. */
    issue: async (kind: string, more: object = {}): Promise<IssuedKey> => {
      const { status, body } = await create({ name: `a ${kind} key`, kind, ...more });
      if (status !== 201)
        throw new Error(`expected a key, found ${status} ${JSON.stringify(body)}`);
      return body;
    },
    show: async (id: string, query = ''): Promise<ShownKey> =>
      (await ask<ShownKey>('GET', `/v1/api-keys/${id}${query}`)).body,
    list: async (query = '') =>
      (await ask<ResponseOf<'listApiKeys'>>('GET', `/v1/api-keys${query}`)).body,
    /** The status and the code of a request without spans. */
    send: async (
      key: string,
      headers: Readonly<Record<string, string>> = {},
      path = '/v1/traces',
    ): Promise<string> => {
      const { status, body } = await ask('POST', path, { key, headers, body: {} });
      return status < 400 ? String(status) : `${status} ${body.code}`;
    },
  };
}
