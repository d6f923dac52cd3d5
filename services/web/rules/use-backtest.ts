import { useQuery } from '@tanstack/react-query';
import { sendJson } from '../data/api.ts';
import type { Reading } from '../data/use-read.ts';
import type { RuleFields } from './words.ts';

/** A rule by its id, with other fields, or one that does not exist. */
export type Tried = Readonly<Partial<RuleFields>> & { readonly id?: string };

export type Backtest = {
  readonly rule?: Tried;
  readonly compare?: readonly [Tried, Tried];
  readonly sweep?: { readonly thresholds: readonly number[] };
  readonly from: string;
  readonly to?: string;
};

/**
 * Evaluates rules on the log. One runs at a time: another one, or leaving the page, ends it. Until the first
 * response of another one comes, the one before stays.
 */
export const useBacktest = (asked: Backtest | undefined) =>
  useQuery({
    queryKey: ['backtestAlertRules', asked],
    queryFn: ({ signal }) =>
      sendJson<'backtestAlertRules'>('/v1/alert-rules/backtest', {
        method: 'POST',
        body: asked,
        signal,
      }),
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: previous => (asked === undefined ? undefined : previous),
  }) as Reading<'backtestAlertRules'>;
