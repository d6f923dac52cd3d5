import type { Exemplar } from '../../schemas/alerts/evidence.ts';
import type { AlertId } from '../../schemas/alerts/ids.ts';
import type { LatestDeployment } from '../../schemas/alerts/leads.ts';

/** Where to look first, in clear text. */
export type ClearLeads = {
  readonly error?: { readonly type: string; readonly message?: string };
  readonly deployment?: LatestDeployment;
};

export const alertUrl = (publicUrl: string, id: AlertId): string => `${publicUrl}/alerts/${id}`;

export const traceUrl = (publicUrl: string, traceId: string): string =>
  `${publicUrl}/traces/${traceId}`;

/** What programs are told beside the figures of an alert. */
export const leadFields = (
  exemplars: readonly Exemplar[],
  { error, deployment }: ClearLeads,
  publicUrl: string,
) => ({
  exemplars: exemplars.map(({ traceId }) => ({
    trace_id: traceId,
    url: traceUrl(publicUrl, traceId),
  })),
  top_error: error ? { type: error.type || null, message: error.message ?? null } : null,
  deployment: deployment
    ? { version: deployment.version, first_seen_at: new Date(deployment.atMs).toISOString() }
    : null,
});
