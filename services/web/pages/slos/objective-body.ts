import type { Texts } from '../../ui/use-form.ts';
import { calendarOf, type Objective } from './words.ts';

export type Body = Readonly<Record<string, unknown>>;

type Kind = Objective['kind'];
type Window = Pick<Objective, 'window_type' | 'window_days'>;

/** A window as the value of a choice. */
export const windowValue = ({ window_type: type, window_days: days }: Window): string =>
  `${type} ${days}`;

const usual: readonly Window[] = [
  ...[7, 14, 28, 30, 90].map(days => ({ window_type: 'rolling' as const, window_days: days })),
  ...[7, 30, 90].map(days => ({ window_type: 'calendar' as const, window_days: days })),
];

/** The windows to choose from; what is edited keeps its own. */
export function windowOptions(own: Window | undefined): readonly (readonly [string, string])[] {
  const isUsual = own === undefined || usual.some(each => windowValue(each) === windowValue(own));
  return (isUsual ? usual : [...usual, own]).map(each => [windowValue(each), optionText(each)]);
}

const optionText = (window: Window): string =>
  window.window_type === 'rolling'
    ? `the last ${window.window_days} days`
    : `the running ${calendarOf(window.window_days)}`;

/** What the form sends of an objective; null takes away what an edited one had. */
export function bodyOf(texts: Texts, kind: Kind): Body {
  const { description = '', operation = '', window = '' } = texts;
  const [type, days] = window.split(' ');
  return {
    name: texts.name,
    description: description === '' ? null : description,
    kind,
    threshold_ms: kind === 'latency' ? Number(texts.threshold) : null,
    service: texts.service,
    operation: operation === '' ? null : operation,
    target: Number(texts.target),
    window_type: type,
    window_days: Number(days),
  };
}
