import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Tone } from '../../ui/badge.tsx';
import type { Texts } from '../../ui/use-form.ts';

export type Breakpoint = ResponseOf<'listBreakpoints'>['breakpoints'][number];

type Place = Pick<Breakpoint, 'function_name' | 'file_path' | 'line_number'>;

/** Such as `placeOrder in src/order.ts:42`. */
export function placeOf({
  function_name: name,
  file_path: path,
  line_number: line,
}: Place): string {
  const file = path === '' ? '' : line > 0 ? `${path}:${line}` : path;
  return [name, file].filter(Boolean).join(' in ') || 'an unnamed place';
}

export const tones: Readonly<Record<Breakpoint['status'], Tone>> = {
  active: 'ok',
  disabled: 'muted',
  exhausted: 'warning',
  expired: 'muted',
};

/** What people may set of a breakpoint, from the fields of a form; null ends what need not be there. */
export function settingsOf(texts: Texts) {
  const { condition = '', mode = 'snapshot', max_captures, idle_timeout_hours, pinned } = texts;
  return {
    condition: condition === '' ? null : condition,
    mode,
    max_captures: Number(max_captures),
    idle_timeout_hours: Number(idle_timeout_hours),
    pinned: pinned !== undefined,
  };
}

/** Where a new one is: what is left empty is not sent. */
export function placementOf(texts: Texts) {
  const { service_name, function_name, file_path, line_number, label } = texts;
  const filled = Object.entries({ function_name, file_path, label }).filter(([, text]) => text);
  return {
    service_name,
    ...Object.fromEntries(filled),
    ...(line_number && { line_number: Number(line_number) }),
  };
}
