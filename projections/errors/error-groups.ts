import type { ErrorGroupEvent } from '../../schemas/errors/events.ts';
import type { DecidedStatus, ErrorGroupNames, OfErrorGroup } from '../../schemas/errors/group.ts';
import type { ErrorGroupId } from '../../schemas/errors/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { alertHistoryMs } from '../alerts/alert-history.ts';
import type { Projection } from '../engine/projection.ts';

export type ErrorGroupRow = OfErrorGroup &
  ErrorGroupNames & {
    readonly status: DecidedStatus;
    readonly sinceMs: number;
    /** Of the regression that is open. */
    readonly regressionId?: string;
  };

export const errorGroupKey = (organizationId: OrganizationId, id: ErrorGroupId | ''): string =>
  `group/${organizationId}/${id}`;

/** The key of a group while it is resolved, for those who look whether it comes back. */
export const resolvedGroups = 'resolved/';
const resolvedKey = ({ organizationId, groupId }: OfErrorGroup): string =>
  `${resolvedGroups}${organizationId}/${groupId}`;

const statuses = {
  ErrorGroupResolved: 'resolved',
  ErrorGroupIgnored: 'ignored',
  ErrorGroupRegressed: 'regressed',
} as const;

/** Groups of errors about which somebody decided, by organization; the resolved ones also under a key of all organizations. */
export const errorGroups: Projection<ErrorGroupRow, EventOf<ErrorGroupEvent['type']>> = {
  name: 'error-groups',
  version: 1,
  types: new Set([
    'ErrorGroupResolved',
    'ErrorGroupIgnored',
    'ErrorGroupReopened',
    'ErrorGroupRegressed',
  ]),
  keys: ({ data }) => [errorGroupKey(data.organizationId, data.groupId), resolvedKey(data)],
  project: (_, event, key) => {
    if (event.type === 'ErrorGroupReopened') return undefined;
    const isResolved = event.type === 'ErrorGroupResolved';
    if (key.startsWith(resolvedGroups) && !isResolved) return undefined;
    const { organizationId, groupId, service, errorType } = event.data;
    return {
      organizationId,
      groupId,
      service,
      errorType,
      status: statuses[event.type],
      sinceMs: event.atMs,
      ...(event.type === 'ErrorGroupRegressed' && { regressionId: event.data.regressionId }),
    };
  },
  // Its errors are forgotten by then: one that comes is new.
  retention: {
    ms: alertHistoryMs,
    endedAtMs: ({ status, sinceMs }) => (status === 'resolved' ? sinceMs : undefined),
  },
};
