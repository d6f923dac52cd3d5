import { type Asked, judged } from '../../../domain/oauth/authorization.ts';
import { isLocal, redirectTo } from '../../../domain/oauth/redirect-uri.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { knownClient } from '../../../projections/oauth/known-client.ts';

type Dependencies = {
  readonly keyring: Pick<Keyring, 'mac'>;
  readonly projections: Pick<Projections, 'state'>;
  readonly publicUrl: () => string;
};

/** GET /v1/me/authorization: what the page shows on which a person allows or denies. Nothing is kept of it. */
export const getAuthorization =
  ({ keyring, projections, publicUrl }: Dependencies): Handler<'getAuthorization'> =>
  async ({ query, key: { organizationId, userId }, receivedAtMs: atMs, signal }) => {
    if (userId === undefined) throw new Error('expected the key of a session');
    const state = await projections.state({ signal });
    const person = { organizationId, userId };
    const client = await knownClient(query.client_id, { person, atMs }, { keyring, state });
    const verdict = judged(query as Asked, client, publicUrl());
    if (client === undefined || verdict.kind === 'unsafe')
      throw invalidRequest(verdict.kind === 'unsafe' ? verdict.message : 'there is no such client');
    const { redirectUri } = verdict;
    const denial = { error: 'access_denied', state: query.state, iss: publicUrl() };
    return {
      status: 200,
      body: {
        client_name: client.name,
        redirect_host: new URL(redirectUri).host,
        is_local: isLocal(redirectUri),
        scopes: verdict.kind === 'open' ? [...verdict.scopes] : [],
        denied_to: redirectTo(redirectUri, denial),
        refused_to: verdict.kind === 'refused' ? verdict.to : null,
      },
    };
  };
