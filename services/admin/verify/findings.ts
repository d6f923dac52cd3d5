import type { Check } from '../../../schemas/admin/jobs.ts';
import { adminLimits } from '../config.ts';

/** What a check has seen so far. */
export type Findings = {
  readonly checked: (count: number) => void;
  readonly skipped: (count: number) => void;
  /** A sentence that says what is wrong and where. */
  readonly fault: (sentence: string) => void;
};

export function openFindings({ name, claim }: Pick<Check, 'name' | 'claim'>) {
  const check = { name, claim, checked: 0, skipped: 0, faults: 0, examples: [] as string[] };
  const findings: Findings = {
    checked: count => {
      check.checked += count;
    },
    skipped: count => {
      check.skipped += count;
    },
    fault: sentence => {
      check.faults++;
      if (check.examples.length < adminLimits.faultsToldMax) check.examples.push(sentence);
    },
  };
  return { findings, check };
}
