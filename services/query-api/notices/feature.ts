import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import { channels } from '../../../projections/channels/channels.ts';
import { healthChecks } from '../../../projections/health/health-checks.ts';
import { alertNotices as rows } from '../../../projections/notices/alert-notices.ts';
import { noticeDeliveries } from '../../../projections/notices/notice-deliveries.ts';
import type { QueryShared } from '../shared.ts';
import { alertNotices, healthCheckNotices } from './notices.ts';

export const notices = {
  projections: [alertHistory, channels, healthChecks, rows, noticeDeliveries],
  handlers: (shared: QueryShared) => ({
    alertNotices: alertNotices(shared),
    healthCheckNotices: healthCheckNotices(shared),
  }),
};
