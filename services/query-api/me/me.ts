import type { Handler, HttpRequest, Principal } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { packageVersion } from '../../../platform/package.ts';
import { reveal } from '../../../platform/privacy/personal.ts';
import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import {
  organizationKey,
  organizationKeys,
} from '../../../projections/api-keys/organization-keys.ts';
import { type DomainState, earliestStateMs } from '../../../projections/engine/read/history.ts';
import {
  type OrganizationRow,
  organizations,
} from '../../../projections/organizations/organizations.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { readSubscription } from '../billing/subscription.ts';
import type { QueryShared } from '../shared.ts';
import { earliestOf, watermarkHeader } from '../watermark.ts';
import { assistantBody } from './assistant.ts';

type Body = ResponseOf<'me'>;

type Dependencies = QueryShared & {
  /** From when on alerts can be computed once more, in Unix ms; undefined while that is unknown. */
  readonly provedSince: () => Promise<number | undefined>;
};

const version = packageVersion();

/** GET /v1/me. A key that is restricted to services learns the name of its organization, and no figure of all of it. */
export const describeKey = (dependencies: Dependencies): Handler<'me'> => {
  const watermarks = earliestOf(...Object.values(dependencies.watermarks));
  return async request => {
    const { key, signal } = request;
    const watermarkMs = await watermarks.now();
    const state = await dependencies.projections.state({ signal });
    const row = state.get(organizations, key.organizationId);
    if (row === undefined) throw notFound('there is no such organization');
    return {
      status: 200,
      headers: watermarkHeader(watermarkMs),
      body: {
        key: keyBody(key, state),
        organization: await organizationBody(row, dependencies),
        subscription: await subscriptionOf(request, state, dependencies),
        assistant: assistantBody(key, state, dependencies),
        version,
        earliest: await earliestBody(row, state, dependencies),
        watermark: watermarkMs === undefined ? null : instantOf(watermarkMs),
      },
    };
  };
};

/** A session has no row among the keys: it is named after itself. */
function keyBody(key: Principal, state: Pick<DomainState, 'get'>): Body['key'] {
  const { keyId: id, organizationId, kind, services, endsAtMs, userId, role } = key;
  if (kind === 'pub' || kind === 'widget') throw new Error(`expected no key of kind ${kind}`);
  const row = state.get(organizationKeys, organizationKey(organizationId, id));
  const ofSession = `session ${id.slice(0, idCharactersNamed)}`;
  return {
    id,
    name: kind === 'session' ? ofSession : (row?.name ?? ''),
    kind,
    services: services === undefined ? null : [...services],
    expires_at: endsAtMs === undefined ? null : instantOf(endsAtMs),
    user_id: userId ?? null,
    role: role ?? null,
  };
}

const idCharactersNamed = 8;

const organizationBody = async (
  { organizationId: id, displayName }: OrganizationRow,
  { keyring }: Dependencies,
): Promise<Body['organization']> => ({
  id,
  name: (await reveal({ kind: 'organization', id }, displayName, keyring)) ?? null,
});

async function subscriptionOf(
  { key: { organizationId, services }, signal }: HttpRequest<'me'>,
  state: Pick<DomainState, 'get'>,
  dependencies: Dependencies,
): Promise<Body['subscription']> {
  if (services !== undefined) return null;
  const { retention } = dependencies.configuration;
  const asked = { state, asOfMs: undefined, signal };
  return readSubscription(organizationId, asked, { ...dependencies, retention });
}

/** Nothing is known of an organization from before it was created. */
async function earliestBody(
  { createdAtMs }: OrganizationRow,
  state: DomainState,
  { configuration, clock, provedSince }: Dependencies,
): Promise<Body['earliest']> {
  const stateMs = Math.max(createdAtMs, earliestStateMs(alertHistory, state));
  const provedMs = await provedSince();
  return {
    state: instantOf(stateMs),
    telemetry: instantOf(clock() - configuration.retention.spansMs),
    proof: provedMs === undefined ? null : instantOf(Math.max(createdAtMs, provedMs)),
  };
}

const instantOf = (atMs: number): string => new Date(atMs).toISOString();
