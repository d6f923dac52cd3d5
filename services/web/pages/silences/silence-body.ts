import { instantOfInput } from '../../time/local-input.ts';
import type { Zone } from '../../time/time-search.ts';
import type { Texts } from '../../ui/use-form.ts';
import { cronOf, type Plan, weekdays } from './plan.ts';

export type Body = Readonly<Record<string, unknown>>;

type Asked = {
  readonly kind: Plan['kind'];
  readonly zone: Zone;
  /** What stood in the form when it was opened. */
  readonly fromMs: number;
  readonly untilMs: number;
};

/** What the form sends; an empty part of the scope is none. */
export function bodyOf(texts: Texts, { kind, zone, fromMs, untilMs }: Asked): Body {
  const cron = cronOf(planIn(texts, kind));
  return {
    service: texts.service || null,
    severity: texts.severity || null,
    rule_id: texts.rule || null,
    from: instantOfInput(texts.from ?? '', zone, fromMs),
    until: instantOfInput(texts.until ?? '', zone, untilMs),
    reason: texts.reason,
    recurrence:
      cron === undefined
        ? null
        : { cron, duration_minutes: Number(texts.minutes), timezone: texts.timezone },
  };
}

function planIn(texts: Texts, kind: Plan['kind']): Plan {
  const { time = '', cron = '' } = texts;
  if (kind === 'day') return { kind, time };
  if (kind === 'week')
    return { kind, time, days: weekdays.filter(day => texts[`day-${day}`] !== undefined) };
  return kind === 'cron' ? { kind, cron } : { kind };
}
