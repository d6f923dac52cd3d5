/** What may happen to one rule, with the ends of windows in tens of seconds. */
export type AlertStep =
  | { readonly do: 'adopt'; readonly version: number }
  | { readonly do: 'raise'; readonly at: number; readonly version: number }
  | { readonly do: 'resolve'; readonly at: number }
  | { readonly do: 'cooldown'; readonly minutes: number }
  | { readonly do: 'toggle' | 'delete' };

/** One firing; `until` undefined: it lasts. */
type Fired = { readonly from: number; readonly cooldown: number; until?: number };

const stepsInMinute = 6;

/** The laws of an alert as a person reads them: every firing there ever was is looked at. */
export function openAlertModel() {
  const fired: Fired[] = [];
  const rule = { version: 1, adopted: 0, minutes: 1, enabled: true, deleted: false, ended: 0 };
  /** The cooldown of each version. */
  const minutesOf = new Map([[1, 1]]);
  const open = () => fired.find(({ until }) => until === undefined);
  const end = (): void => {
    const lasting = open();
    if (lasting !== undefined) lasting.until = lasting.from;
  };
  const isCurrent = (asked: number): boolean =>
    rule.enabled && !rule.deleted && asked === rule.version;
  const isOver = ({ from, cooldown, until }: Fired, at: number): boolean =>
    until !== undefined && until < at && from + cooldown * stepsInMinute <= at;
  const evaluator = {
    adopt: (version: number): void => {
      if (isCurrent(version)) rule.adopted = version;
    },
    raise: (at: number, version: number): void => {
      const isFree = fired.every(firing => isOver(firing, at));
      // The version that was adopted decides until another one is, or until a user ended the rule.
      if (isFree && rule.adopted === version && rule.ended < version)
        fired.push({ from: at, cooldown: minutesOf.get(version) ?? 0 });
    },
    resolve: (at: number): void => {
      const lasting = open();
      if (lasting !== undefined && at > lasting.from) lasting.until = at;
    },
  };
  const user = {
    cooldown: (minutes: number): void => {
      if (minutes !== rule.minutes) rule.version++;
      rule.minutes = minutes;
      minutesOf.set(rule.version, minutes);
    },
    toggle: (): void => {
      rule.enabled = !rule.enabled;
      rule.version++;
      minutesOf.set(rule.version, rule.minutes);
      if (rule.enabled) return;
      rule.ended = rule.version;
      end();
    },
    delete: (): void => {
      rule.deleted = true;
      rule.ended = Number.POSITIVE_INFINITY;
      end();
    },
  };
  return {
    fired: fired as readonly Fired[],
    minutesOf: minutesOf as ReadonlyMap<number, number>,
    take: (step: AlertStep): void => {
      if (step.do === 'adopt') evaluator.adopt(step.version);
      else if (step.do === 'raise') evaluator.raise(step.at, step.version);
      else if (step.do === 'resolve') evaluator.resolve(step.at);
      else if (rule.deleted) return;
      else if (step.do === 'cooldown') user.cooldown(step.minutes);
      else user[step.do]();
    },
  };
}
