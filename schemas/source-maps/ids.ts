import { type Brand, type OrganizationId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

export type SourceMapId = Brand<string, 'SourceMapId'>;

export const sourceMapId = (value: string): SourceMapId => value as SourceMapId;

/** An organization has one source map of a debug id. */
export const sourceMapIdOf = (organizationId: OrganizationId, debugId: string): SourceMapId =>
  sourceMapId(uuidV5(organizationId, JSON.stringify(['source-map', debugId])));

export const sourceMapStream = (id: SourceMapId): StreamName => stream('source-map', id);
