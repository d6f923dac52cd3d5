import { isLive } from '../../../domain/billing/payment.ts';
import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Configuration } from '../../../platform/config/config.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { PaymentProvider } from '../../../platform/payments/port.ts';
import { payments as rows } from '../../../projections/billing/payments.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { type ErasureRow, erasures } from '../../../projections/organizations/erasures.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { nilOrganization, type OrganizationId, organizationId } from '../../../schemas/ids.ts';
import { erasureStream } from '../../../schemas/organizations/erasure.ts';
import { isUuid } from '../../../schemas/uuid.ts';

export type EraseDependencies = EndpointDependencies & {
  readonly projections: Pick<Projections, 'isForgotten' | 'state'>;
  readonly configuration: Pick<Configuration, 'engines' | 'retention'>;
  readonly payments: Pick<PaymentProvider, 'name' | 'endNow'>;
};

/** `organization erase`: answers once this process refuses the keys; a monitor deletes the rest. */
export const eraseOrganization = (
  dependencies: EraseDependencies,
): Handler<'adminEraseOrganization'> =>
  commandEndpoint(
    {
      route: 'adminEraseOrganization',
      prepare: async request => idOf(request),
      scope: () => nilOrganization,
      sender: () => ({ actor: 'operator' }),
      stream: ({ found }) => erasureStream(found),
      payload: async ({ found, request }) => {
        await endPayments(found, request, dependencies);
        return { type: 'EraseOrganization', data: { organizationId: found } };
      },
      respond: async (_, { found, request }) => ({
        status: 202,
        body: await erasureOf(found, request, dependencies),
      }),
    },
    dependencies,
  );

/** Nobody goes on paying for an organization that is gone. */
async function endPayments(
  id: OrganizationId,
  { signal }: Asked,
  { projections, payments }: EraseDependencies,
): Promise<void> {
  const row = (await projections.state({ signal })).get(rows, id);
  if (row !== undefined && isLive(row.payment) && row.payment.provider === payments.name)
    await payments.endNow(row.payment);
}

export const showErasure =
  (dependencies: EraseDependencies): Handler<'adminErasure'> =>
  async request => ({
    status: 200,
    body: await erasureOf(idOf(request), request, dependencies),
  });

type Asked = Pick<HttpRequest, 'receivedAtMs' | 'signal'>;

function idOf({ params, receivedAtMs }: Asked & { readonly params: { readonly id: string } }) {
  if (isUuid(params.id)) return organizationId(params.id.toLowerCase());
  throw unknown(`there is no organization ${params.id.slice(0, idCharactersShown)}`, receivedAtMs);
}

const idCharactersShown = 200;

const unknown = (message: string, atMs: number) =>
  rejectionProblem({ reason: 'organization_unknown', message }, atMs);

async function erasureOf(
  id: OrganizationId,
  { receivedAtMs, signal }: Asked,
  { projections, configuration }: EraseDependencies,
): Promise<ResponseOf<'adminErasure'>> {
  const row = (await projections.state({ signal })).get(erasures, id);
  if (row === undefined) throw unknown(`nobody asked to erase an organization ${id}`, receivedAtMs);
  const { requestedAtMs } = row;
  const over = projections.isForgotten(row) ? row.over : undefined;
  return {
    organization_id: id,
    state: over === undefined ? 'running' : 'erased',
    requested_at: instant(requestedAtMs),
    erased_at: over === undefined ? null : instant(over.atMs),
    erased: over === undefined ? null : erasedOf(over),
    left: over === undefined ? [] : leftOf(over.atMs, configuration),
  };
}

type Over = NonNullable<ErasureRow['over']>;

const erasedOf = ({ erased: { rows, ...counts } }: Over) => ({
  ...counts,
  rows: Object.entries(rows).map(([table, count]) => ({ table, rows: count })),
});

/** What nobody can take out of the middle of a log or of a file, and what is out of reach. */
function leftOf(atMs: number, { engines, retention }: EraseDependencies['configuration']) {
  const logged = {
    what: 'requests, commands and dead letters in the log, until their age',
    until: instant(atMs + retention.topicsMs),
  };
  const freed = { what: 'free pages of files, until each server is started again', until: null };
  const scavenged = { what: 'events in KurrentDB, until it is scavenged', until: null };
  const backups = {
    what: 'backups made before: erase the organization again after restoring one',
    until: null,
  };
  return [logged, ...(engines.kurrentdb === undefined ? [] : [scavenged]), freed, backups];
}

const instant = (atMs: number): string => new Date(atMs).toISOString();
