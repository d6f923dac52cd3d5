import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Badge } from '../../ui/badge.tsx';

export type WebhookBody = ResponseOf<'listWebhooks'>['webhooks'][number];

const reasons = {
  gone: 'disabled: its URL answered 410',
  failing: 'disabled: it failed for five days',
} as const;

/** Whether it is sent anything, and why not. */
export function State({ webhook }: { readonly webhook: WebhookBody }) {
  const { enabled, disabled_reason: reason } = webhook;
  if (enabled) return <Badge tone="ok">active</Badge>;
  return reason === null ? (
    <Badge tone="muted">paused</Badge>
  ) : (
    <Badge tone="critical">{reasons[reason]}</Badge>
  );
}
