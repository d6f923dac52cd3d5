import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { compareSpans } from './compare.ts';
import { listAttributes } from './list.ts';

export const attributes = {
  projections: [],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    listAttributes: asKnown(reads, watermarks, listAttributes(reads)),
    compareSpans: asKnown(reads, watermarks, compareSpans(reads), ({ body }) => body),
  }),
};
