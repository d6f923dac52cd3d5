import { alertId } from '../../../schemas/alerts/ids.ts';
import { eventId } from '../../../schemas/ids.ts';
import type {
  Described,
  DescribedAlert,
} from '../../../services/notifier/core/notices/described.ts';
import { noticeMail, testMail } from '../../../services/notifier/core/notices/notice-mail.ts';
import type { PostedNotice } from '../../../services/notifier/core/notices/posts/post.ts';
import { evidenceAt } from '../alerts.ts';

const publicUrl = 'https://tide.test';

export const firingAlert: DescribedAlert = {
  alertId: alertId('5f0c1b7e-9a3d-5c8e-8d3d-6f1f0c6a2b11'),
  why: 'first',
  ruleVersion: 3,
  value: 12.5,
  triggeredAtMs: 60_000,
  rule: {
    name: 'Errors',
    alertType: 'threshold',
    metric: 'error_rate',
    operator: '>',
    threshold: 5,
    severity: 'critical',
    scope: { type: 'service', service: 'checkout' },
  },
  evidence: evidenceAt(300_000, {
    exemplars: [{ traceId: '0af7651916cd43dd8448eb211c80319c', durationMs: 1, isError: true }],
  }),
  leads: { error: { type: 'OutOfStock', message: 'no stock left' } },
};

export const resolvedAlert: DescribedAlert = {
  ...firingAlert,
  why: 'resolved',
  resolved: { atMs: 120_000, reason: 'recovered', value: 1 },
};

/** The notice about these, as it is rendered for a target. */
export const noticeOf = (
  to: string,
  described: readonly Described[],
  { id = 'n1', heldBack = 0 }: { readonly id?: string; readonly heldBack?: number } = {},
): PostedNotice => ({
  id: eventId(id),
  to,
  described,
  isTest: false,
  heldBack,
  publicUrl,
  ...noticeMail(described, { heldBack, publicUrl }),
});

export const testNoticeOf = (to: string, id = 'n9'): PostedNotice => ({
  id: eventId(id),
  to,
  described: [],
  isTest: true,
  heldBack: 0,
  publicUrl,
  ...testMail({ publicUrl }),
});
