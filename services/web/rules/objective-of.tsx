import { objectiveLink } from '../links.ts';
import { LinkTo } from '../ui/page-link.tsx';
import { burnOf } from './burn.ts';
import type { Rule } from './words.ts';

/** Whose burn rate is compared, before the service; nothing of other metrics. */
export function ObjectiveOf({ metric }: Pick<Rule, 'metric'>) {
  const burn = burnOf(metric);
  if (burn === undefined) return null;
  return (
    <>
      <LinkTo link={objectiveLink(burn.objective)}>an objective</LinkTo>
      {' of '}
    </>
  );
}
