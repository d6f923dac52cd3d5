import { stringify } from 'yaml';
import type { Rule } from './rule.ts';
import { ruleGroups } from './rules.ts';

/** Where a heading of docs/operations.md is. */
export const runbook = (section: string): string =>
  `docs/operations.md#${section.toLowerCase().replaceAll(' ', '-')}`;

const head =
  '# Written by npm run check:deploy -- --write from test/deploy/monitoring/rules.ts. Do not edit.\n';

/** The rules as Prometheus reads them. */
export function rulesFile(): string {
  const groups = Object.entries(ruleGroups).map(([name, rules]) => ({
    name,
    rules: rules.map(ruleOf),
  }));
  return head + stringify({ groups }, { lineWidth: 0 });
}

const ruleOf = ({ alert, expr, for: duration, severity, section, ...texts }: Rule) => ({
  alert,
  expr,
  for: duration,
  labels: { severity },
  annotations: {
    summary: texts.summary,
    description: `${texts.description} See ${runbook(section)}.`,
    runbook: runbook(section),
  },
});
