import { equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { callApi } from './api-call.ts';
import type { WholeTidemark } from './cluster.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';
import { sourceMapForm, uploadSourceMap } from './source-maps.ts';

/** A usual name, and one that does harm. */
const names = {
  '85314830-023f-4cf1-a267-535f4e37bb17': 'Shop front',
  '0a4d6a27-4c0f-4d4c-8f57-0d7a3b9f5c11': `${hostileTexts.message} ${'long'.repeat(35)}`,
};

/** The pages of an organization, with keys, source maps and a conversation of usual and of hostile names. */
export async function shownOrganization(
  { url }: Pick<WholeTidemark, 'url'>,
  { key }: Pick<Reader, 'key'>,
): Promise<readonly string[]> {
  for (const [debugId, name] of Object.entries(names)) {
    const services = ['checkout', hostileTexts.service];
    const body = { name, kind: 'read', services };
    const made = await callApi(url, { method: 'POST', path: '/v1/api-keys', key, body });
    equal(made.status, 201, JSON.stringify(made.body));
    const form = sourceMapForm(debugId, { release: name, filename: `${name}.js.map` });
    const map = await uploadSourceMap(url, key, form);
    equal(map.status, 201, map.text);
  }
  const conversation = await asked(url, key, `Why does checkout fail? ${hostileTexts.message}`);
  return [
    '/history',
    '/members?people=removed',
    '/keys?status=all',
    '/source-maps',
    '/billing?figure=bytes&recount=on',
    '/settings',
    `/ask?conversation=${conversation}`,
  ];
}

/** The id of a conversation with one question and its answer. */
async function asked(url: string, key: string, content: string): Promise<string> {
  const post = { method: 'POST', key } as const;
  const path = '/v1/copilot/conversations';
  const { body } = await callApi<ResponseOf<'startConversation'>>(url, { ...post, path });
  const headers = { Accept: 'application/json' };
  const sent = { ...post, path: `${path}/${body.id}/messages`, body: { content }, headers };
  equal((await callApi(url, sent)).status, 200);
  return body.id;
}
