import type { Selection } from './heatmap-grid.ts';

/** Spans that are compared with the rest. */
export type Chosen = Pick<Selection, 'fromMs' | 'toMs'> &
  Partial<Pick<Selection, 'minMs' | 'maxMs'>> & { readonly status: 'error' | undefined };
