import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { parseTime, type Span, spanOf, type TimeSearch } from './time-search.ts';
import { useNow } from './use-now.ts';

export type Time = Span & {
  readonly search: TimeSearch;
  /** The instant of the slider, of whole minutes; undefined is now. */
  readonly asOf: string | undefined;
  /** Telemetry as it was known then, or with what came later. */
  readonly isKnownThen: boolean;
  readonly from: string;
  readonly to: string;
  readonly change: (next: TimeSearch) => void;
  /** Makes a range that was drawn in a chart that of the page. */
  readonly choose: (fromMs: number, toMs: number) => void;
};

/** The range and the instant of the page, from its link. */
export function useTime(): Time {
  const found = useSearch({ strict: false }) as TimeSearch;
  const { as_of, known, range, from, to } = found;
  const search = useMemo(
    () => parseTime({ as_of, known, range, from, to }),
    [as_of, known, range, from, to],
  );
  const nowMs = useNow();
  const navigate = useNavigate();
  return useMemo(() => {
    const span = spanOf(search, nowMs);
    const change = (next: TimeSearch): void =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, ...cleared, ...parseTime(next) }),
      } as never);
    const instant = (ms: number): string => new Date(ms).toISOString();
    return {
      ...span,
      search,
      asOf: search.as_of,
      isKnownThen: search.known === undefined,
      from: instant(span.fromMs),
      to: instant(span.toMs),
      change,
      choose: (fromMs, toMs) => change({ ...search, from: instant(fromMs), to: instant(toMs) }),
    };
  }, [search, nowMs, navigate]);
}

const cleared = {
  as_of: undefined,
  known: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
};
