import type { SourceMapId } from './ids.ts';
import type { OfSourceMap, SourceMap } from './source-map.ts';

/** Sent once the content is durable. */
export type UploadSourceMap = {
  readonly type: 'UploadSourceMap';
  readonly data: OfSourceMap & SourceMap;
};

export type DeleteSourceMap = {
  readonly type: 'DeleteSourceMap';
  readonly data: { readonly sourceMapId: SourceMapId };
};

export type SourceMapCommand = UploadSourceMap | DeleteSourceMap;
