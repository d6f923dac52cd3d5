export type TriageStep = {
  readonly do: 'raise' | 'recover' | 'acknowledge' | 'investigate' | 'resolve' | 'snooze';
  /** Minutes that pass before the step. */
  readonly after: number;
  /** Minutes of a snooze. */
  readonly minutes: number;
  /** Which item: 0 is the newest. */
  readonly item: number;
};

type Entry = { readonly what: string; readonly until: number };
type Item = { readonly opened: number; readonly log: Entry[] };

const forbidden = new Set([
  'acknowledge acknowledged',
  'acknowledge investigating',
  'investigate investigating',
  'snooze snoozed',
  'acknowledge resolved',
  'investigate resolved',
  'snooze resolved',
  'resolve resolved',
]);

const statusNames: Readonly<Record<string, string>> = {
  acknowledge: 'acknowledged',
  investigate: 'investigating',
  resolve: 'resolved',
  recover: 'resolved',
};

/** The laws of the inbox as a person reads them: every read walks through all that ever happened to an item. */
export function openTriageModel() {
  const items: Item[] = [];
  let isFiring = false;
  const statusOf = ({ log }: Item, now: number): string => {
    const last = log.at(-1);
    if (last === undefined) return 'open';
    if (last.what === 'snooze') return now < last.until ? 'snoozed' : 'open';
    return statusNames[last.what] ?? '';
  };
  const levelOf = (item: Item, now: number): number => {
    const isTaken = item.log.some(({ what }) => what === 'acknowledge' || what === 'investigate');
    if (isTaken || statusOf(item, now) !== 'open') return 0;
    const age = now - item.opened;
    if (age >= 120) return 2;
    return age >= 30 ? 1 : 0;
  };
  const recover = (): void => {
    const item = items.at(-1);
    if (isFiring && item !== undefined && item.log.at(-1)?.what !== 'resolve')
      item.log.push({ what: 'recover', until: 0 });
    isFiring = false;
  };
  const act = (item: Item | undefined, step: TriageStep, now: number): boolean => {
    if (item === undefined || forbidden.has(`${step.do} ${statusOf(item, now)}`)) return false;
    item.log.push({ what: step.do, until: now + step.minutes });
    return true;
  };
  return {
    /** Whether the step changes an item by an action; `now` in minutes. */
    take: (step: TriageStep, now: number): boolean => {
      if (step.do === 'recover') recover();
      else if (step.do !== 'raise') return act(items.at(-1 - step.item), step, now);
      else if (!isFiring) {
        items.push({ opened: now, log: [] });
        isFiring = true;
      }
      return false;
    },
    read: (now: number) =>
      items.map(item => ({ status: statusOf(item, now), level: levelOf(item, now) })),
    isFiring: (): boolean => isFiring,
  };
}
