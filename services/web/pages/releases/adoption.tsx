import { percentText } from '../../ui/figures.ts';
import { ShareBar } from '../../ui/share-bar.tsx';
import type { ReleaseFigures } from './words.ts';

/** The share of the spans that name the version, as a bar and as a number. */
export function Adoption({ adoption }: Pick<ReleaseFigures, 'adoption'>) {
  const { percent, span_count: spans } = adoption;
  return <ShareBar text={spans === 0 ? 'no spans' : percentText(percent)} percent={percent} />;
}
