import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { targetUrlFault } from '../../../platform/outbound/target-url.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { type WebhookRow, webhookKey, webhooks } from '../../../projections/webhooks/webhooks.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { type WebhookId, webhookId } from '../../../schemas/webhooks/ids.ts';
import { unknown, uuidOfPath } from '../uuid-of-path.ts';
import { webhookLimits } from './config.ts';

export const expectWebhookId = (params: { readonly id: string }): WebhookId =>
  webhookId(uuidOfPath(params, 'webhook'));

export function expectWebhook(
  organizationId: OrganizationId,
  id: WebhookId,
  state: DomainState,
): WebhookRow {
  const row = state.get(webhooks, webhookKey(organizationId, id));
  if (row === undefined) throw unknown('webhook', id);
  return row;
}

export function expectUrl(url: string | undefined, allow: readonly string[]): void {
  const message = url === undefined ? undefined : targetUrlFault(url, allow);
  if (message !== undefined)
    throw invalidRequest(`invalid url: ${message}`, [{ field: 'url', message }]);
}

export function expectRoomForWebhook(
  organizationId: OrganizationId,
  state: DomainState,
  nowMs: number,
): void {
  const { webhooksMax: limit } = webhookLimits;
  const found = state.list(webhooks, { prefix: webhookKey(organizationId, ''), limit });
  if (found.length < limit) return;
  const message = `an organization has at most ${limit} webhooks; delete one that is not needed`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}
