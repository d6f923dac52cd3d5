import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { ErrorGroupEvent } from '../../../../schemas/errors/events.ts';
import type { ErrorStatus, OfErrorGroup } from '../../../../schemas/errors/group.ts';
import { errorGroupStream } from '../../../../schemas/errors/ids.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { triageItemOf, triageStream } from '../../../../schemas/triage/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { openedItem, resolvedItem } from '../triage/cause.ts';
import { type ErrorGroupState, errorGroups } from './error-group.ts';

type Act = CommandOf<'ResolveErrorGroup' | 'IgnoreErrorGroup' | 'ReopenErrorGroup'>;

export const groupStreams = ({
  data: { organizationId, groupId, regressionId },
}: {
  readonly data: OfErrorGroup & { readonly regressionId?: string };
}): readonly StreamName[] => [
  errorGroupStream(organizationId, groupId),
  ...(regressionId === undefined ? [] : [triageStream(triageItemOf(regressionId))]),
];

export const resolveErrorGroup = (
  command: CommandOf<'ResolveErrorGroup'>,
  states: States,
): Decision => act('resolved', command, states, data => ({ type: 'ErrorGroupResolved', data }));

export const ignoreErrorGroup = (
  command: CommandOf<'IgnoreErrorGroup'>,
  states: States,
): Decision => act('ignored', command, states, data => ({ type: 'ErrorGroupIgnored', data }));

export const reopenErrorGroup = (
  command: CommandOf<'ReopenErrorGroup'>,
  states: States,
): Decision => act('open', command, states, data => ({ type: 'ErrorGroupReopened', data }));

/** What a group is already changes nothing. Whatever is decided about one that came back ends its triage item. */
function act(
  status: ErrorStatus,
  { data: { regressionId, ...data } }: Act,
  states: States,
  factOf: (data: Omit<Act['data'], 'regressionId'>) => ErrorGroupEvent,
): Decision {
  const before = groupOf(data, states);
  if ((before?.status ?? 'open') === status) return accept();
  const isOfRegression = regressionId !== undefined && regressionId === before?.regressionId;
  return accept(
    { stream: errorGroupStream(data.organizationId, data.groupId), facts: [factOf(data)] },
    ...(isOfRegression ? [resolvedItem(regressionId, states)] : []),
  );
}

/** Anybody may have decided about the group since: then there is nothing that it came back from. */
export function regressErrorGroup(
  { data }: CommandOf<'RegressErrorGroup'>,
  states: States,
): Decision {
  const before = groupOf(data, states);
  if (before?.status !== 'resolved' || before.sinceMs !== data.resolvedAtMs) return accept();
  const { organizationId, groupId, service, errorType } = data;
  return accept(
    {
      stream: errorGroupStream(organizationId, groupId),
      facts: [{ type: 'ErrorGroupRegressed', data }],
    },
    openedItem(
      {
        organizationId,
        entityType: 'error',
        entityId: groupId,
        title: `${errorType === '' ? 'An error' : errorType} of ${service} came back`,
        message: 'It was seen again after it was resolved.',
        severity: 'warning',
        serviceName: service,
      },
      data.regressionId,
    ),
  );
}

const groupOf = (
  { organizationId, groupId }: OfErrorGroup,
  states: States,
): ErrorGroupState | undefined =>
  stateOf(errorGroups, states, errorGroupStream(organizationId, groupId));
