import { usePageSearch } from '../../page-search.ts';
import type { Silence } from '../../silences.ts';
import type { Tone } from '../../ui/badge.tsx';

export const states = [
  ['open', 'active and coming'],
  ['active', 'active'],
  ['scheduled', 'coming'],
  ['ended', 'ended'],
  ['all', 'all'],
] as const;

export type State = (typeof states)[number][0];

export const stateWords: Readonly<Record<Silence['status'], readonly [Tone, string]>> = {
  active: ['warning', 'active'],
  scheduled: ['accent', 'coming'],
  ended: ['muted', 'ended'],
};

/** The state of the link, and how to choose another. */
export function useStateFilter() {
  const [{ state: found }, change] = usePageSearch('state');
  const state = states.find(([value]) => value === found)?.[0] ?? 'open';
  return [state, (next: string): void => change({ state: next })] as const;
}

export const passes = ({ status }: Silence, state: State): boolean =>
  state === 'all' || (state === 'open' ? status !== 'ended' : status === state);
