import { stringify } from 'yaml';
import { dashboardFile } from './dashboard.ts';
import { rows } from './panels.ts';
import { ruleGroups } from './rules.ts';
import { rulesFile, runbook } from './rules-file.ts';

/** What `deploy/` has for Grafana and Prometheus, by its name there. */
export const monitoringFiles = (): Readonly<Record<string, string>> => ({
  'monitoring/tidemark-dashboard.json': dashboardFile(),
  'monitoring/tidemark-rules.yaml': rulesFile(),
});

/**
 * What is wrong with the rules: each must point to a heading of the manual, and stand in its table.
 *  manual  docs/operations.md
 */
export function monitoringFaults(manual: string): string[] {
  const headings = [...manual.matchAll(/^#{2,3} (.+)$/gm)].map(([, text = '']) => runbook(text));
  const rules = Object.values(ruleGroups).flat();
  const listed = [...manual.matchAll(/^\| `(Tidemark\w+)` \| (\w+) \|/gm)];
  const expected = rules.map(({ alert, severity }) => `${alert} ${severity}`);
  const found = listed.map(([, alert, severity]) => `${alert} ${severity}`);
  return [
    ...rules
      .filter(({ section }) => !headings.includes(runbook(section)))
      .map(({ alert, section }) => `${alert}: docs/operations.md has no heading "${section}"`),
    ...expected
      .filter(rule => !found.includes(rule))
      .map(rule => `docs/operations.md does not list ${rule}`),
    ...found
      .filter(rule => !expected.includes(rule))
      .map(rule => `docs/operations.md lists ${rule}, which is no rule`),
  ];
}

/** The queries of the dashboard as recording rules, so that promtool can read them. */
export function panelsAsRules(): string {
  const expressions = rows.flatMap(({ panels }) => panels).flatMap(({ queries }) => queries);
  const rules = expressions.map(({ expr }, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  return stringify({ groups: [{ name: 'panels', rules }] });
}
