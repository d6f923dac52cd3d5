import { dollarsText, wholeText } from '../../ui/figures.ts';

type Cost = { readonly cost_usd: number | null };

/** What calls cost, where a price of theirs is known. */
export const costText = ({ cost_usd: cost }: Cost): string =>
  cost === null ? '–' : dollarsText(cost);

/** What the sum of some calls lacks. */
export const unpricedText = (calls: number, unpriced: number): string => {
  if (calls === 0 || unpriced === 0) return '';
  if (unpriced === calls) return 'no price is known';
  return unpriced === 1 ? '1 call has no price' : `${wholeText(unpriced)} calls have no price`;
};
