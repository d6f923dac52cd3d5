import { isAllowed, statusAt } from '../../../../domain/triage/item.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import type { TriageCommand } from '../../../../schemas/triage/commands.ts';
import { type TriageItemId, triageStream } from '../../../../schemas/triage/ids.ts';
import type { TriageAction } from '../../../../schemas/triage/item.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { itemOf, type TriageItemState } from './triage-item.ts';

type ActionCommand = CommandOf<TriageCommand['type']>;

export const itemStreams = ({
  data: { itemId },
}: {
  readonly data: { readonly itemId: TriageItemId };
}): readonly StreamName[] => [triageStream(itemId)];

export const acknowledgeTriageItem = (
  command: CommandOf<'AcknowledgeTriageItem'>,
  states: States,
): Decision =>
  act('acknowledge', command, states, data => ({ type: 'TriageItemAcknowledged', data }));

export const investigateTriageItem = (
  command: CommandOf<'InvestigateTriageItem'>,
  states: States,
): Decision =>
  act('investigate', command, states, data => ({ type: 'TriageItemInvestigated', data }));

export const resolveTriageItem = (
  command: CommandOf<'ResolveTriageItem'>,
  states: States,
): Decision =>
  act('resolve', command, states, data => ({
    type: 'TriageItemResolved',
    data: { ...data, resolvedBy: 'user' },
  }));

export const snoozeTriageItem = (
  command: CommandOf<'SnoozeTriageItem'>,
  states: States,
): Decision =>
  act('snooze', command, states, data => ({
    type: 'TriageItemSnoozed',
    data: { ...data, untilMs: command.atMs + command.data.durationMs },
  }));

type Acted = Pick<TriageItemState, 'organizationId' | 'openedAtMs'> & {
  readonly itemId: TriageItemId;
  readonly note?: string;
};

function act(
  action: TriageAction,
  command: ActionCommand,
  states: States,
  factOf: (data: Acted) => EventPayload,
): Decision {
  const { itemId, note } = command.data;
  const item = commandedItem(command, states);
  if (item === undefined) return reject('not_found', `there is no triage item ${itemId}`);
  const status = statusAt(item, command.atMs);
  if (!isAllowed(action, status)) {
    return reject('invalid_transition', `item is ${status}; ${action} is not possible`);
  }
  const { organizationId, openedAtMs } = item;
  const data = { organizationId, itemId, openedAtMs, ...(note !== undefined && { note }) };
  return accept({ stream: triageStream(itemId), facts: [factOf(data)] });
}

/** An item of another organization, or of another type than the client expects, is unknown. */
function commandedItem(
  { organizationId, data: { itemId, entityType } }: ActionCommand,
  states: States,
): TriageItemState | undefined {
  const item = itemOf(itemId, states);
  const isTheirs = organizationId === undefined || organizationId === item?.organizationId;
  const isOfType = entityType === undefined || entityType === item?.entityType;
  return isTheirs && isOfType ? item : undefined;
}
