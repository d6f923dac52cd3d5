import { verificationCode } from '../../domain/accounts/verification-code.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { sessionId } from '../../schemas/ids.ts';
import { type ApiAnswer, callApi } from './api-call.ts';
import type { WholeTidemark } from './cluster.ts';

type Signed = ApiAnswer<ResponseOf<'verifySession'> & { readonly code?: string }>;

/** Signs somebody in as the page does, with the code that is mailed, whenever that comes. */
export async function signIn(
  { url, platform }: Pick<WholeTidemark, 'url' | 'platform'>,
  email: string,
  organization?: string,
): Promise<Signed> {
  const post = { method: 'POST', key: '' } as const;
  const asked = await callApi<ResponseOf<'requestSession'>>(url, {
    ...post,
    path: '/v1/sessions',
    body: { email },
  });
  const id = sessionId(asked.body.session_id);
  const code = await verificationCode(id, platform.keyring);
  const body = { session_id: id, code, organization_id: organization };
  return callApi(url, { ...post, path: '/v1/sessions/verify', body });
}
