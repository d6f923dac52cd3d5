import { useEffect, useMemo, useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { type Backtest, type Tried, useBacktest } from '../../rules/use-backtest.ts';
import type { Rule, RuleFields } from '../../rules/words.ts';
import { useTime } from '../../time/use-time.ts';
import { type Draft, draftOf, fieldsOf } from './draft.ts';

const dayMs = 86_400_000;

/** Typing is over after so long. */
const settledMs = 500;

export const spans = [
  ['1', 'last day'],
  ['3', 'last 3 days'],
  ['7', 'last 7 days'],
] as const;

const presetDays = '3';

/** How far back the preview looks, from the link. */
export function useDays(): readonly [string, (days: string) => void] {
  const [{ days }, change] = usePageSearch('days');
  const known = spans.some(([each]) => each === days) ? (days ?? presetDays) : presetDays;
  return [known, next => change({ days: next })];
}

/**
 * What the draft would have done, and beside it the rule as it is when one is changed; nothing without a draft.
 * `isAhead`: the instant that is looked at lies before everything that is recorded.
 */
export function usePreview(draft: Draft | undefined, rule: Rule | undefined) {
  const [days] = useDays();
  const { asOf } = useTime();
  const me = useRead('me', { everyMs: 60_000 }).data?.body;
  const isKnown = me !== undefined;
  // Before this there is no log.
  const knownMs = Date.parse(me?.earliest.proof ?? '') || 0;
  const tried = useSettled(JSON.stringify(draft === undefined ? null : triedOf(draft, rule)));
  const asked = useMemo((): Backtest | undefined => {
    const what = JSON.parse(tried) as Pick<Backtest, 'rule' | 'compare'> | null;
    const endMs = asOf === undefined ? Date.now() : Date.parse(asOf);
    const fromMs = Math.max(endMs - Number(days) * dayMs, knownMs);
    if (what === null || !isKnown || fromMs >= endMs) return undefined;
    return {
      ...what,
      from: new Date(fromMs).toISOString(),
      ...(asOf !== undefined && { to: asOf }),
    };
  }, [tried, days, asOf, isKnown, knownMs]);
  const isAhead = asOf !== undefined && Date.parse(asOf) <= knownMs;
  return { reading: useBacktest(asked), isAhead };
}

/** Enabled, or nothing would be evaluated. An unchanged rule stands alone. */
function triedOf(draft: Draft, rule: Rule | undefined): Pick<Backtest, 'rule' | 'compare'> {
  const next = bodyOf(fieldsOf(draft), rule);
  if (rule === undefined) return { rule: next };
  const now = bodyOf(fieldsOf(draftOf(rule)), rule);
  return JSON.stringify(now) === JSON.stringify(next) ? { rule: next } : { compare: [now, next] };
}

/** What a rule is called changes nothing of what it would have done. */
function bodyOf({ name: _, description: __, ...rest }: RuleFields, rule: Rule | undefined): Tried {
  return { ...(rule !== undefined && { id: rule.id }), ...rest, enabled: true };
}

/** A text once it stays the same. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
