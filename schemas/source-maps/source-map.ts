import type { OrganizationId } from '../ids.ts';
import type { SourceMapId } from './ids.ts';

export type OfSourceMap = {
  readonly sourceMapId: SourceMapId;
  readonly organizationId: OrganizationId;
};

/** By what maps of a release are found. */
export type Placement = {
  /** The version of the service whose code it maps. */
  readonly release?: string;
  /** Of the map, such as `app.js.map`. */
  readonly filename: string;
};

export type SourceMap = Placement & {
  /** The bundler writes it into the code and into its map. */
  readonly debugId: string;
  /** Of the map as it was sent. */
  readonly sizeBytes: number;
  /** SHA-256 of the map as it was sent, in hexadecimal. */
  readonly hash: string;
  /** Where its content lies: one zstd frame. */
  readonly blob: string;
};
