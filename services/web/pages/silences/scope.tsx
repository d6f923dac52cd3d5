import type { Silence } from '../../silences.ts';
import { ForeignLine } from '../../ui/text.tsx';

/** Names of rules by their ids. */
export type RuleNames = ReadonlyMap<string, string>;

/** What a silence holds: all that it names must fit. */
export const scopeText = (
  { rule_id: rule, service, severity }: Silence,
  names: RuleNames,
): string =>
  [
    rule === null ? '' : `rule ${names.get(rule) ?? rule}`,
    service === null ? '' : `service ${service}`,
    severity ?? '',
  ]
    .filter(part => part !== '')
    .join(', ');

type ScopeProps = {
  readonly silence: Silence;
  readonly names: RuleNames;
  /** With the reason. */
  readonly isWhole?: boolean;
};

export const Scope = ({ silence, names, isWhole = false }: ScopeProps) => (
  <ForeignLine>
    {isWhole ? `${scopeText(silence, names)}: ${silence.reason}` : scopeText(silence, names)}
  </ForeignLine>
);
