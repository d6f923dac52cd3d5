import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { WebhookDeliveryRow } from '../../../projections/webhooks/webhook-deliveries.ts';
import type { Json } from '../../../schemas/json.ts';
import { attemptSampleId } from '../../../schemas/webhooks/ids.ts';
import { readRows } from '../windows/window-metrics.ts';

type ReadsOptions = { readonly warehouse: OrganizationReads; readonly signal: AbortSignal };

/** What receivers answered to the attempts of a delivery, by sample, as far as it is kept and may be seen. */
export async function readExcerpts(
  { organizationId, webhookId, deliveryId, attempts }: WebhookDeliveryRow,
  options: ReadsOptions,
): Promise<ReadonlyMap<string, string>> {
  const answered = attempts.filter(({ status }) => status !== null);
  if (answered.length === 0) return new Map();
  const times = answered.map(({ atMs }) => atMs);
  const parameters = {
    organization: organizationId,
    subject: webhookId,
    samples: answered.map(({ attempt }) => attemptSampleId(deliveryId, attempt)),
    from: Math.min(...times),
    to: Math.max(...times),
  };
  const rows = await readRows<{ id: string; detail: string }>({ sql, parameters }, options);
  return new Map(rows.map(({ id, detail }) => [id, excerptIn(JSON.parse(detail) as Json)]));
}

const sql = `SELECT toString(sample) AS id, detail
  FROM samples
  WHERE organization = {organization:UUID} AND subject = {subject:UUID}
    AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})
    AND sample IN {samples:Array(UUID)} AND samples.kind = 'delivery'`;

const excerptIn = (detail: Json): string =>
  typeof detail === 'object' && detail !== null && 'excerpt' in detail
    ? String(detail.excerpt)
    : '';
