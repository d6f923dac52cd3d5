import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { usePageSearch } from '../../page-search.ts';

export type Rule = ResponseOf<'listAlertRules'>['rules'][number];

export const states = [
  ['', 'all'],
  ['firing', 'firing'],
  ['enabled', 'enabled'],
  ['disabled', 'disabled'],
] as const;

export const severities = [
  ['', 'all'],
  ['critical', 'critical'],
  ['warning', 'warning'],
  ['info', 'info'],
] as const;

export type Filters = Readonly<Partial<Record<'q' | 'state' | 'severity', string>>>;

/** The filters of the link, and how to change them. */
export const useFilters = () => usePageSearch('q', 'state', 'severity');

/** Those that pass: `q` is a part of the name or the service. What no filter knows filters nothing. */
export function passing(rules: readonly Rule[], filters: Filters): readonly Rule[] {
  const { q = '', state = '', severity = '' } = filters;
  const part = q.toLowerCase();
  return rules.filter(
    rule =>
      (severities.every(([each]) => each !== severity) ||
        severity === '' ||
        rule.severity === severity) &&
      hasState(rule, state) &&
      [rule.name, rule.scope_value ?? ''].some(text => text.toLowerCase().includes(part)),
  );
}

function hasState({ enabled, status }: Rule, state: string): boolean {
  if (state === 'firing') return status === 'firing';
  if (state === 'enabled') return enabled;
  return state !== 'disabled' || !enabled;
}
