import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import { organizationKeys } from '../../../projections/api-keys/organization-keys.ts';
import { changedBytes } from '../../../projections/billing/changed-bytes.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import { modelUse } from '../../../projections/copilot/model-use.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import type { QueryShared } from '../shared.ts';
import { describeKey } from './me.ts';
import { openProofLog } from './proof-log.ts';

export const me = {
  projections: [
    alertHistory,
    changedBytes,
    modelUse,
    organizationKeys,
    organizations,
    subscriptions,
  ],
  handlers: (shared: QueryShared) => ({
    me: describeKey({ ...shared, provedSince: openProofLog(shared) }),
  }),
};
