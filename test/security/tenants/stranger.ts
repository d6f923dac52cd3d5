import { gzipSync } from 'node:zlib';
import { randomUuid } from '../../../platform/uuid.ts';
import type { Route } from '../../../schemas/http/route.ts';
import { type IssuedKey, keyOwner } from '../../support/api-keys.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { sourceMapForm } from '../../support/source-maps.ts';
import type { Attempt } from './attempts.ts';

export type Stranger = Awaited<ReturnType<typeof openStranger>>;

export type Answer = { readonly status: number; readonly headers: string; readonly body: string };

/** Another organization, with a key of each kind, and one that is restricted to services of others' names. */
export async function openStranger(tidemark: WholeTidemark, services: readonly string[]) {
  const owner = await keyOwner(tidemark, `nothing-${randomUuid()}`);
  const textOf = async (issued: Promise<IssuedKey>): Promise<string> => (await issued).key;
  const anywhere = { allow_no_origin: true };
  const keys = {
    live: owner.first,
    read: await textOf(owner.issue('read')),
    pub: await textOf(owner.issue('pub', anywhere)),
    widget: await textOf(owner.issue('widget', anywhere)),
    'service-scoped': await textOf(owner.issue('live', { services })),
  };
  return { ...owner, keys };
}

let addresses = 0;

/** Each from an address of its own: one address has only so many wrong tokens a minute. */
const wrongToken = (token: string): Readonly<Record<string, string>> => {
  const number = addresses++;
  return {
    Authorization: `Bearer ${token}`,
    'X-Forwarded-For': `10.1.${(number >> 8) & 255}.${number & 255}`,
  };
};

const placeOf = /[:*](?<name>\w+)/gu;

/** An attempt on a route as a request. */
export function requestTo(
  url: string,
  { method, path, role }: Route,
  { params = {}, query = {}, body, form, events, sourceMap, headers = {} }: Attempt,
  key: string,
): Request {
  const filled = path.replace(placeOf, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`expected a value for ${name} of ${path}`);
    return encodeURIComponent(value);
  });
  return new Request(`${url}${filled}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      ...(role === 'admin' ? wrongToken(key) : { 'X-API-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: new URLSearchParams(form) }),
    ...(events && { body: gzipSync(JSON.stringify(events)) }),
    ...(sourceMap && { body: sourceMapForm(sourceMap.debugId, sourceMap) }),
  });
}

/** What the server answers to an attempt. */
export async function answerTo(...attempt: Parameters<typeof requestTo>): Promise<Answer> {
  const response = await fetch(requestTo(...attempt));
  const { status } = response;
  return { status, headers: [...response.headers].join('\n'), body: await response.text() };
}
