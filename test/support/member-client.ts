import { verificationCode } from '../../domain/accounts/verification-code.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { sessionId } from '../../schemas/ids.ts';
import type { MemberRole } from '../../schemas/members/roles.ts';
import { keyOwner } from './api-keys.ts';
import type { WholeTidemark } from './cluster.ts';
import { signIn } from './signed-in.ts';

type Refusal = { readonly code?: string };
type Member = ResponseOf<'getMember'>;

/** Somebody who signed in. */
export type SignedIn = { readonly email: string; readonly key: string; readonly id: string };

/** An organization, and people who sign in to it. */
export async function peopleOf(tidemark: WholeTidemark) {
  const owner = await keyOwner(tidemark);
  const { ask } = owner;
  const come = async (email: string): Promise<SignedIn> => {
    const { status, body } = await signIn(tidemark, email, owner.organization);
    if (status !== 200 || body.api_key === null || body.user_id === null)
      throw new Error(`expected a session, found ${status} ${JSON.stringify(body)}`);
    return { email, key: body.api_key, id: body.user_id };
  };
  const invite = (by: SignedIn, email: string, role?: MemberRole) =>
    ask<Member & Refusal>('POST', '/v1/members', { key: by.key, body: { email, role } });
  return {
    ...owner,
    signIn: (email: string) => signIn(tidemark, email),
    come,
    invite,
    /** Somebody new who was invited and came. */
    join: async (by: SignedIn, role: MemberRole): Promise<SignedIn> => {
      const email = `${role}-${randomUuid()}@example.org`;
      const { status, body } = await invite(by, email, role);
      if (status !== 201)
        throw new Error(`expected an invitation, found ${status} ${JSON.stringify(body)}`);
      return come(email);
    },
    change: ({ key }: SignedIn, id: string, role: MemberRole) =>
      ask<Member & Refusal>('PATCH', `/v1/members/${id}`, { key, body: { role } }),
    remove: ({ key }: SignedIn, id: string) => ask<Refusal>('DELETE', `/v1/members/${id}`, { key }),
    leave: ({ key }: SignedIn) => ask<Refusal>('DELETE', '/v1/me/membership', { key }),
    /** Registers a service with the address once more, whatever mails are on their way. */
    registerAgain: async (email: string) => {
      const asked = await ask<ResponseOf<'register'>>('POST', '/v1/integrate/register', {
        key: '',
        body: { email, service_name: 'checkout', source: 'test' },
      });
      const id = sessionId(asked.body.session_id);
      const code = await verificationCode(id, tidemark.platform.keyring);
      return ask<ResponseOf<'verify'> & Refusal>('POST', '/v1/integrate/verify', {
        key: '',
        body: { session_id: id, code },
      });
    },
    members: async ({ key }: Pick<SignedIn, 'key'>, query = '') =>
      (await ask<ResponseOf<'listMembers'>>('GET', `/v1/members${query}`, { key })).body.members,
  };
}
