import { sourceMaps as rows } from '../../../projections/source-maps/source-maps.ts';
import type { QueryShared } from '../shared.ts';
import { getSourceMap, listSourceMaps } from './source-maps.ts';

export const sourceMaps = {
  projections: [rows],
  handlers: (shared: QueryShared) => ({
    listSourceMaps: listSourceMaps(shared),
    getSourceMap: getSourceMap(shared),
  }),
};
