import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Alert } from './words.ts';

type Entry = ResponseOf<'getTriageItem'>['history'][number];

/** `about` is text of users. */
export type Step = { readonly at: string; readonly what: string; readonly about: string };

const events: Readonly<Record<Alert['timeline'][number]['event'], string>> = {
  triggered: 'Fired',
  evidence_amended: 'Late spans changed the evidence',
  resolved: 'Resolved',
};

const acts: Readonly<Record<Entry['event'], string>> = {
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  investigating: 'Investigation began',
  snoozed: 'Snoozed',
  resolved: 'Item of the inbox resolved',
};

/** What happened and what people did, the oldest first. What the alert did to its own item is left out. */
export function stepsOf(
  { timeline, resolved_at }: Pick<Alert, 'timeline' | 'resolved_at'>,
  history: readonly Entry[],
): readonly Step[] {
  const happened = timeline.map(({ at, event, message }) => ({
    at,
    what: events[event],
    about: message,
  }));
  const done = history
    .filter(({ event, at }) => event !== 'opened' && !(event === 'resolved' && at === resolved_at))
    .map(({ at, event, actor, note }) => ({
      at,
      what: `${acts[event]} by ${actorText(actor)}`,
      about: note ?? '',
    }));
  return [...happened, ...done].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Such as `a key (674a4565)`. */
function actorText(actor: string): string {
  const [kind = '', id] = actor.split(':');
  return id === undefined ? actor : `a ${kind} (${id.slice(0, 8)})`;
}
