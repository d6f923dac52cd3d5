import { selectorsOf } from './promql.ts';

export type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  /** Critical: somebody must act now, by night, too. */
  readonly severity: 'critical' | 'warning';
  readonly summary: string;
  /** What it means, and what to do. */
  readonly description: string;
  /** Heading of docs/operations.md that has more. */
  readonly section: string;
};

/** The name of the scrape job contains `tidemark`, as deploy/README.md has it. */
export const scraped = selectorsOf({ job: ['=~', '.*tidemark.*'] });
