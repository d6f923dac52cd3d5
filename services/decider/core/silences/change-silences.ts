import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import type { SilenceChanges } from '../../../../schemas/silences/commands.ts';
import { type SilenceId, silenceStream } from '../../../../schemas/silences/ids.ts';
import type { Silence } from '../../../../schemas/silences/silence.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject } from '../decision.ts';
import { commandedSilence, type SilenceState, silences } from './silence.ts';

const silenceMsMax = 366 * dayMs;

/** How far back a silence may begin: alerts of that time count as silenced later. */
const silenceBackMsMax = 30 * dayMs;

export const silenceStreams = ({
  data: { silenceId },
}: {
  readonly data: { readonly silenceId: SilenceId };
}): readonly StreamName[] => [silenceStream(silenceId)];

/** The id of a silence follows from its command, so a second start under it is a repetition. */
export function startSilence({ data, atMs }: CommandOf<'StartSilence'>, states: States): Decision {
  const stream = silenceStream(data.silenceId);
  if (stateOf(silences, states, stream) !== undefined) return accept();
  return (
    faultOf(data) ??
    tooEarly(data, undefined, atMs) ??
    accept({ stream, facts: [{ type: 'SilenceStarted', data }] })
  );
}

export function changeSilence(
  { data: { silenceId, changes }, organizationId: asking, atMs }: CommandOf<'ChangeSilence'>,
  states: States,
): Decision {
  const found = commandedSilence(silenceId, asking, states);
  if (found.kind === 'rejected') return found;
  const silence = changedSilence(found.silence, changes);
  const invalid = faultOf(silence) ?? tooEarly(silence, found.silence, atMs);
  if (invalid !== undefined) return invalid;
  if (textOf(silence) === textOf(found.silence)) return accept();
  if (isOver(found, atMs)) {
    return reject('silence_ended', `the silence ${silenceId} has ended, create another one`);
  }
  const { organizationId } = found;
  return accept({
    stream: silenceStream(silenceId),
    facts: [{ type: 'SilenceChanged', data: { silenceId, organizationId, ...silence } }],
  });
}

/** One that ended before its time was over holds notices again. */
export function restoreSilence(
  { data, organizationId: asking, atMs }: CommandOf<'RestoreSilence'>,
  states: States,
): Decision {
  const { silenceId, silence, version: restoredFrom } = data;
  const found = commandedSilence(silenceId, asking, states);
  if (found.kind === 'rejected') return found;
  if (!found.isEnded && textOf(silence) === textOf(found.silence)) return accept();
  const invalid = faultOf(silence) ?? tooEarly(silence, found.silence, atMs);
  if (invalid !== undefined) return invalid;
  if (silence.untilMs <= atMs) {
    const message = `the time of the silence ${silenceId} is over in version ${restoredFrom}, create another one`;
    return reject('silence_ended', message);
  }
  const { organizationId } = found;
  const type = isOver(found, atMs) ? 'SilenceStarted' : 'SilenceChanged';
  const fact = { type, data: { silenceId, organizationId, ...silence, restoredFrom } } as const;
  return accept({ stream: silenceStream(silenceId), facts: [fact] });
}

export function endSilence(
  { data: { silenceId }, organizationId: asking, atMs }: CommandOf<'EndSilence'>,
  states: States,
): Decision {
  const found = commandedSilence(silenceId, asking, states);
  if (found.kind === 'rejected') return found;
  if (isOver(found, atMs)) return accept();
  const { organizationId } = found;
  return accept({
    stream: silenceStream(silenceId),
    facts: [{ type: 'SilenceEnded', data: { silenceId, organizationId } }],
  });
}

function changedSilence(before: Silence, { recurrence, ...changes }: SilenceChanges): Silence {
  const { recurrence: kept, ...rest } = before;
  const next = recurrence === undefined ? kept : recurrence;
  return { ...rest, ...changes, ...(next && { recurrence: next }) };
}

const isOver = ({ isEnded, silence }: SilenceState, atMs: number): boolean =>
  isEnded || silence.untilMs <= atMs;

/** With the fields of the scope in one order. */
const textOf = ({ scope, fromMs, untilMs, reason, recurrence }: Silence): string =>
  JSON.stringify([
    [scope.ruleId, scope.service, scope.severity],
    [recurrence?.cron, recurrence?.durationMinutes, recurrence?.timezone],
    [fromMs, untilMs, reason],
  ]);

function faultOf({ scope, fromMs, untilMs }: Silence): Rejected | undefined {
  const { ruleId, service, severity } = scope;
  if (ruleId === undefined && service === undefined && severity === undefined) {
    return reject('invalid_request', 'name at least one of rule_id, service and severity');
  }
  if (untilMs <= fromMs) return reject('invalid_request', '`from` must be earlier than `until`');
  if (untilMs - fromMs <= silenceMsMax) return undefined;
  return reject('invalid_request', 'a silence lasts at most 366 days; choose an earlier `until`');
}

/** A beginning that stays as it is may be as old as it gets. */
const tooEarly = (
  { fromMs }: Silence,
  before: Silence | undefined,
  atMs: number,
): Rejected | undefined =>
  fromMs >= atMs - silenceBackMsMax || fromMs === before?.fromMs
    ? undefined
    : reject('invalid_request', 'a silence begins at most 30 days ago; choose a later `from`');
