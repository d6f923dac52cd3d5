import { wholeText } from '../../ui/figures.ts';
import type { Layout } from './layout.ts';

type Flaw = {
  readonly at: (layout: Layout) => Uint8Array;
  /** Beside the name of such a span. */
  readonly word: string;
  /** Above all spans, with their number. */
  readonly about: (spans: string, isOne: boolean) => string;
};

/** What cannot be right in a trace as it was sent. */
const known: readonly Flaw[] = [
  {
    at: layout => layout.isOrphan,
    word: 'parent not here',
    about: (spans, isOne) =>
      isOne
        ? 'The parent of 1 span is not here; the span is shown as a root.'
        : `The parents of ${spans} spans are not here; the spans are shown as roots.`,
  },
  {
    at: layout => layout.isCut,
    word: 'circle of parents',
    about: (spans, isOne) =>
      isOne
        ? '1 span is among its own ancestors; it is shown as a root.'
        : `${spans} spans are among their own ancestors; they are shown as roots.`,
  },
  {
    at: layout => layout.isSkewed,
    word: 'before its parent',
    about: (spans, isOne) =>
      isOne
        ? '1 span begins before its parent: the clocks of their hosts differ.'
        : `${spans} spans begin before their parents: the clocks of their hosts differ.`,
  },
  {
    at: layout => layout.isShared,
    word: 'shared id',
    about: spans => `${spans} spans share their ids with others.`,
  },
];

/** What cannot be right about one span. */
export const flawsOf = (layout: Layout, span: number): readonly string[] =>
  known.flatMap(({ at, word }) => (at(layout)[span] === 1 ? [word] : []));

/** The same of the whole trace, as sentences. */
export function flawsOfTrace(layout: Layout): readonly string[] {
  return known.flatMap(({ at, about }) => {
    const spans = at(layout).reduce((sum, each) => sum + each, 0);
    return spans === 0 ? [] : [about(wholeText(spans), spans === 1)];
  });
}
