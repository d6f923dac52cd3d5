import { Badge } from '../../ui/badge.tsx';
import { wholeText } from '../../ui/figures.ts';
import type { ReleaseFigures } from './words.ts';

/** How many groups of errors began after a deployment. */
export function NewErrors({ after }: Pick<ReleaseFigures, 'after'>) {
  const { new_error_groups: groups } = after;
  return groups === 0 ? '0' : <Badge tone="warning">{wholeText(groups)}</Badge>;
}
