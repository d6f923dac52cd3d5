import { type Brand, type OrganizationId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

export type SourceMapId = Brand<string, 'SourceMapId'>;

export const sourceMapId = (value: string): SourceMapId => value as SourceMapId;

/** An organization has one source map of a debug id. */
export const sourceMapIdOf = (organizationId: OrganizationId, debugId: string): SourceMapId =>
  sourceMapId(uuidV5(organizationId, JSON.stringify(['source-map', debugId])));

/** Of the sample that counts a content of a map. */
export const sourceMapContentId = (id: SourceMapId, hash: string): string =>
  uuidV5(id, JSON.stringify(['content', hash]));

export const sourceMapStream = (id: SourceMapId): StreamName => stream('source-map', id);
