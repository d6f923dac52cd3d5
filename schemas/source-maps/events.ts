import type { OfSourceMap, Placement, SourceMap } from './source-map.ts';

export type SourceMapUploaded = {
  readonly type: 'SourceMapUploaded';
  /** `replaces`: of the map that the organization had of the debug id until then. */
  readonly data: OfSourceMap & SourceMap & { readonly replaces?: Placement };
};

export type SourceMapDeleted = {
  readonly type: 'SourceMapDeleted';
  readonly data: OfSourceMap & Placement;
};

export type SourceMapEvent = SourceMapUploaded | SourceMapDeleted;
