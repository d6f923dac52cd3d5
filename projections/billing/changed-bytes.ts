import { type Month, monthOf } from '../../schemas/billing/month.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export const changedBytesKey = (organizationId: OrganizationId, month: Month): string =>
  `${organizationId}/${month}`;

/** Of the events that keys and people of an organization caused, by the month in which they were stored. Events of our own roles cost nothing. */
export const changedBytes: Projection<{ readonly bytes: number }> = {
  name: 'changed-bytes',
  version: 1,
  types: 'all',
  keys: ({ organizationId, actor }, { recordedAtMs }) =>
    organizationId === undefined || !/^(?:key|user):/u.test(actor)
      ? []
      : [changedBytesKey(organizationId, monthOf(recordedAtMs))],
  project: (row, { data }) => ({
    bytes: (row?.bytes ?? 0) + Buffer.byteLength(JSON.stringify(data)),
  }),
};
