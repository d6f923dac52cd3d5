import { useRead } from '../../data/use-read.ts';
import { type BurnPair, burnRates } from '../../rules/burn.ts';
import { Choice } from '../../ui/choice.tsx';
import type { PartProps } from './change.ts';
import type { Draft } from './draft.ts';

const pairs = [
  ['fast', '1 h and 5 min'],
  ['slow', '6 h and 30 min'],
] as const;

/** What goes with a pair of windows: the rate that is too fast, and how bad that is. */
export const chosenPair = (pair: BurnPair): Partial<Draft> => ({
  pair,
  operator: '>',
  threshold: String(burnRates[pair]),
  severity: pair === 'fast' ? 'critical' : 'warning',
});

/** Whose burn rate, and over which windows. The service is that of the objective. */
export function BurnFields({ draft, change }: PartProps) {
  const { data } = useRead('listObjectives', {});
  const found = data?.body.slos ?? [];
  const known = found.map(({ id, name }) => [id, name] as const);
  const isKnown = draft.objective === '' || known.some(([id]) => id === draft.objective);
  const choose = (id: string): void => {
    const service = found.find(each => each.id === id)?.service ?? draft.service;
    change({ objective: id, scope_type: 'service', service });
  };
  return (
    <>
      <Choice
        label="Objective"
        value={draft.objective}
        options={[
          ...(draft.objective === '' ? [['', 'choose one'] as const] : []),
          // One that was deleted, or is not read yet.
          ...(isKnown ? [] : [[draft.objective, '…'] as const]),
          ...known,
        ]}
        onChoose={choose}
      />
      <Choice
        label="Over both"
        value={draft.pair}
        options={pairs}
        onChoose={value => change(chosenPair(value === 'slow' ? 'slow' : 'fast'))}
      />
    </>
  );
}
