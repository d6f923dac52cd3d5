import { Badge } from '../ui/badge.tsx';
import type { Rule } from './words.ts';

type Stated = Pick<Rule, 'enabled' | 'status'>;

const tones = { firing: 'critical', quiet: 'ok', disabled: 'muted' } as const;

export const stateOf = ({ enabled, status }: Stated): keyof typeof tones =>
  enabled ? status : 'disabled';

/** Whether a rule fires, or could. */
export function RuleState({ rule }: { readonly rule: Stated }) {
  const state = stateOf(rule);
  return <Badge tone={tones[state]}>{state}</Badge>;
}
