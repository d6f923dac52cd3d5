import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { readServiceMap } from './service-map.ts';

export const serviceMap = {
  projections: [],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    serviceMap: asKnown(reads, watermarks, readServiceMap(reads)),
  }),
};
