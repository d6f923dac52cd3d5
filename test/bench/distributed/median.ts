import { rank } from '../queries.ts';

export const median = (values: readonly number[]): number =>
  rank(
    values.toSorted((left, right) => left - right),
    0.5,
  );
