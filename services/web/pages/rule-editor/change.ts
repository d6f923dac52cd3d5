import type { Draft, Problems } from './draft.ts';

/** What each part of the form gets. */
export type PartProps = {
  readonly draft: Draft;
  readonly problems: Problems;
  readonly change: (next: Partial<Draft>) => void;
};
