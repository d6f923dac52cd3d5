import { equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { AlertCustomer } from './alert-client.ts';
import { goFault } from './go-json.ts';
import { releaseStructs } from './release-structs.ts';

type Release = ResponseOf<'recordRelease'>;
type Deploy = ResponseOf<'deployRelease'>;

export const releasesPath = '/api/releases';

/** The path of a release, as a client writes it that escapes versions. */
export const releasePath = (version: string, rest = ''): string =>
  `${releasesPath}/${encodeURIComponent(version)}${rest}`;

/** Records, deploys and reads releases, and expects what a client in Go can decode. */
export const releaseClient = (ada: AlertCustomer) => ({
  record: async (version: string, fields: object = {}, status = 201): Promise<Release> => {
    const answer = await ada.call('POST', releasesPath, { version, ...fields });
    equal(answer.status, status, answer.text);
    equal(goFault(answer.text, releaseStructs.release), undefined);
    return answer.body as unknown as Release;
  },
  deploy: async (version: string, fields: object = {}, query = ''): Promise<Deploy> => {
    const body = { environment: 'production', ...fields };
    const answer = await ada.call('POST', releasePath(version, `/deploys${query}`), body);
    equal(answer.status, 201, answer.text);
    equal(goFault(answer.text, releaseStructs.deploy), undefined);
    return answer.body as unknown as Deploy;
  },
  read: (version: string, query = '') =>
    ada.get<ResponseOf<'getRelease'>>(`${releasePath(version)}${query}`),
});
