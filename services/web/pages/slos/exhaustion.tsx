import { relativeText } from '../../time/format.ts';
import { useNow } from '../../time/use-now.ts';
import { useTime } from '../../time/use-time.ts';
import { Muted } from '../../ui/text.tsx';
import type { Figures } from './words.ts';

/** When the budget will be used up, if it goes on like this. */
export function Exhaustion({ figures }: { readonly figures: Figures }) {
  const { asOf } = useTime();
  const nowMs = useNow();
  const atMs = asOf === undefined ? nowMs : Date.parse(asOf);
  const { exhausts_at: at } = figures.forecast;
  if (figures.state === 'exhausted') return 'already';
  if (at === null) return <Muted>not foreseen</Muted>;
  return <span title={at}>{relativeText(Date.parse(at), atMs)}</span>;
}
