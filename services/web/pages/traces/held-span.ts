import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Span } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';

export type HeldSpan = Span & {
  readonly from: string;
  readonly to: string;
  /** False: a newer result can be asked for. */
  readonly isFixed: boolean;
  readonly refresh: () => void;
};

type Held = Span & { readonly key: string; readonly from: string; readonly to: string };

/** By the entry of the history, so that Back shows the same rows as before. */
const heldBefore = new Map<string, Held>();
const entriesMax = 100;

function remember(entry: string, held: Held): void {
  heldBefore.delete(entry);
  heldBefore.set(entry, held);
  const [oldest] = heldBefore.keys();
  if (heldBefore.size > entriesMax && oldest !== undefined) heldBefore.delete(oldest);
}

/**
 * The range of a result. It stands still while somebody reads, as rows that move are hard to read and to
 * choose; another range, another filter or `refresh` moves it on to now.
 */
export function useHeldSpan(about: string): HeldSpan {
  const { from, to, fromMs, toMs, search } = useTime();
  const key = `${JSON.stringify(search)} ${about}`;
  const current = { key, from, to, fromMs, toMs };
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [held, hold] = useState(heldBefore.get(entry) ?? current);
  const before = heldBefore.get(entry);
  const known = before?.key === key ? before : current;
  const shown = held.key === key ? held : known;
  if (shown !== held) hold(shown);
  remember(entry, shown);
  const isFixed = search.to !== undefined || search.as_of !== undefined;
  return { ...shown, isFixed, refresh: () => hold(current) };
}
