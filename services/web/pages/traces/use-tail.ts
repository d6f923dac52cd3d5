import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiProblem } from '../../data/problem.ts';
import { collect } from './collect.ts';
import type { Filters } from './filters.ts';
import { follow, type Heard } from './follow.ts';
import { emptyTail, passes, type Tail, withArrivals } from './tail.ts';
import type { Trace } from './trace.ts';
import { useVisible } from './use-visible.ts';

/** Traces of a longer pause are left out; the stream would need as long to catch up. */
const caughtUpMs = 60_000;

export type TailState = 'connecting' | 'open' | 'paused' | 'refused';

export type Tailing = {
  readonly tail: Tail;
  readonly state: TailState;
  readonly problem: ApiProblem | undefined;
  readonly retry: () => void;
};

type Condition = { readonly state: TailState; readonly problem?: ApiProblem };

/** Where the stream goes on after a pause. */
type Place = { readonly id: string | undefined; readonly leftAtMs: number };

const start: Place = { id: undefined, leftAtMs: 0 };

/** The traces that arrive while the tab is seen. */
export function useTail(filters: Filters): Tailing {
  const isSeen = useVisible();
  const [tail, setTail] = useState(emptyTail);
  const [condition, setCondition] = useState<Condition>({ state: 'connecting' });
  const [turn, setTurn] = useState(0);
  const place = useRef(start);
  const { service, status } = filters;
  const areFailed = status === 'error';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream is another list.
  useEffect(() => {
    setTail(emptyTail);
    place.current = start;
  }, [service, areFailed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` begins anew.
  useEffect(() => {
    if (!isSeen) return;
    setCondition({ state: 'connecting' });
    return listen(
      { service, ...(areFailed && { errors: true }) },
      { place, setTail, setCondition },
    );
  }, [service, areFailed, isSeen, turn]);

  const traces = useMemo(
    () => tail.traces.filter(trace => passes(filters, trace)),
    [tail.traces, filters],
  );
  return {
    tail: { ...tail, traces },
    state: isSeen ? condition.state : 'paused',
    problem: condition.problem,
    retry: () => setTurn(turn + 1),
  };
}

type Listener = {
  readonly place: { current: Place };
  readonly setTail: (change: (before: Tail) => Tail) => void;
  readonly setCondition: (condition: Condition) => void;
};

/** Follows the stream from the place on; gives what ends it, which remembers the place. */
function listen(query: Parameters<typeof follow>[0]['query'], listener: Listener): () => void {
  const { place, setTail, setCondition } = listener;
  const leaving = new AbortController();
  const arrived = collect<Trace>(traces => setTail(before => withArrivals(before, traces)));
  const onGap = (): void => setTail(before => ({ ...before, gaps: before.gaps + 1 }));
  const { id, leftAtMs } = place.current;
  if (id !== undefined && Date.now() - leftAtMs > caughtUpMs) {
    place.current = start;
    onGap();
  }
  const heard: Heard = {
    onGap,
    onOpen: () => setCondition({ state: 'open' }),
    onBreak: () => setCondition({ state: 'connecting' }),
    onRefused: problem => setCondition({ state: 'refused', problem }),
    onTrace: (trace, next) => {
      if (leaving.signal.aborted) return;
      place.current = { ...place.current, id: next ?? place.current.id };
      arrived.add(trace);
    },
  };
  void follow({ query, lastId: () => place.current.id }, heard, leaving.signal);
  return () => {
    place.current = { ...place.current, leftAtMs: Date.now() };
    leaving.abort();
    arrived.flush();
  };
}
