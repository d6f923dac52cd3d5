import type { OfSourceMap, Placement, SourceMap } from './source-map.ts';

/** What a map was that is there no more. Its size is absent in events of earlier versions. */
type Former = Placement & Partial<Pick<SourceMap, 'sizeBytes'>>;

export type SourceMapUploaded = {
  readonly type: 'SourceMapUploaded';
  /** `replaces`: of the map that the organization had of the debug id until then. */
  readonly data: OfSourceMap & SourceMap & { readonly replaces?: Former };
};

export type SourceMapDeleted = {
  readonly type: 'SourceMapDeleted';
  readonly data: OfSourceMap & Former;
};

export type SourceMapEvent = SourceMapUploaded | SourceMapDeleted;
