import type { ErrorGroupEvent } from '../../../../schemas/errors/events.ts';
import type { DecidedStatus } from '../../../../schemas/errors/group.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import { aggregate } from '../aggregate.ts';

export type ErrorGroupState = {
  readonly kind: 'error-group';
  readonly status: DecidedStatus | 'open';
  readonly sinceMs: number;
  readonly regressionId?: string;
};

const statuses = {
  ErrorGroupResolved: 'resolved',
  ErrorGroupIgnored: 'ignored',
  ErrorGroupReopened: 'open',
  ErrorGroupRegressed: 'regressed',
} as const;

export const errorGroups = aggregate<ErrorGroupState, ErrorGroupEvent['type']>({
  kind: 'error-group',
  reads: 'last',
  events: {
    ErrorGroupResolved: true,
    ErrorGroupIgnored: true,
    ErrorGroupReopened: true,
    ErrorGroupRegressed: true,
  },
  evolve: (_, event: EventOf<ErrorGroupEvent['type']>) => ({
    kind: 'error-group',
    status: statuses[event.type],
    sinceMs: event.atMs,
    ...(event.type === 'ErrorGroupRegressed' && { regressionId: event.data.regressionId }),
  }),
});
