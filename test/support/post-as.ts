import { ok } from 'node:assert/strict';
import type { ResponseOf, RouteName } from '../../schemas/http/routes.ts';
import type { WholeTidemark } from './cluster.ts';
import type { Reader } from './reader.ts';

/** Creates something with the key of a reader. */
export const postAs =
  (server: Pick<WholeTidemark, 'post'>, { key }: Pick<Reader, 'key'>) =>
  async <Name extends RouteName>(path: string, sent: object): Promise<ResponseOf<Name>> => {
    const { status, body } = await server.post(path, sent, { 'X-API-Key': key });
    ok(status < 300, JSON.stringify(body));
    return body as unknown as ResponseOf<Name>;
  };
