import type { QueryShared } from '../shared.ts';

/** What reads of widgets need. */
export type WidgetReads = Pick<QueryShared, 'projections' | 'clock' | 'warehouse' | 'expectKnown'>;
