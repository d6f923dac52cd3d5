import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainRead } from '../http/domain-routes.ts';
import { asOfQuery, cursorQuery, instant, nextCursor, paging } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { line } from '../http/text.ts';
import { examples } from './examples.ts';

/** More than an organization may have: without a limit a list is complete. */
const sourceMapsListed = { maximum: 20_000, preset: 20_000 };
const releaseCharactersMax = 200;
const filenameCharactersMax = 255;

const path = '/api/sourcemaps';

const debugId = z.guid('expected a UUID').toLowerCase();
const release = line(releaseCharactersMax);

/** The parts of an upload besides the content of its file. */
export const uploadedParts = z.object({
  debug_id: debugId,
  /** Empty: of no release. */
  release: release.optional(),
  filename: line(filenameCharactersMax),
});

const sourceMapBody = z.object({
  id: z.string(),
  debug_id: z.string(),
  /** Absent: of no release. */
  release: z.string().optional(),
  filename: z.string(),
  /** Of the map as it was sent. */
  size_bytes: z.int(),
  created_at: instant,
});

export type SourceMapBody = z.infer<typeof sourceMapBody>;

const uploadedZip = z.object({
  source_maps: z.array(sourceMapBody),
  /** Of these, those whose debug id had no map. */
  created_count: z.int(),
  /** Files of the zip that are no map of code. */
  ignored_count: z.int(),
});

/** Not `domainCommand`: what a form holds is no JSON. */
const command = { role: 'ingest-api', keys: keysFor.writing, domain: true } as const;

export const sourceMapRoutes = [
  {
    ...command,
    name: 'uploadSourceMap',
    method: 'POST',
    path,
    body: 'multipart',
    fileType: 'application/zip',
    query: z.object({ release: release.optional() }).meta({
      description: 'Where no part of a form says the release.',
    }),
    request: z.object({
      debug_id: debugId
        .optional()
        .meta({ description: 'Also as `debugId`; absent: that of the map.' }),
      release: release.optional(),
      sourcemap: z.string().meta({
        contentMediaType: 'application/json',
        description: 'The file, at most 50 MiB: a source map of version 3, or a zip of some.',
      }),
    }),
    response: z.union([sourceMapBody, uploadedZip]),
    summary:
      'Stores the source map of a debug id (201), or replaces the one that is there (200); stack traces of browsers show original positions from then on, also earlier ones; a zip of maps is stored as a whole or not at all; without room in the plan it is 402 `quota_exceeded`.',
    example: examples.uploadSourceMap,
    statuses: [201, 200, 400, 402, 409, 413, 415],
  },
  {
    ...command,
    name: 'deleteSourceMaps',
    method: 'DELETE',
    path,
    body: 'none',
    query: z
      .object({ release: release.min(1).optional(), debug_id: debugId.optional() })
      .meta({ description: 'Needs `release` or `debug_id`.' }),
    response: z.object({ deleted_count: z.int(), release: z.string().nullable() }),
    summary: 'Deletes the source maps of a release, or the one of a debug id.',
    example: examples.deleteSourceMaps,
    statuses: [200, 400],
  },
  {
    ...domainRead,
    name: 'listSourceMaps',
    path,
    query: z.object({
      ...asOfQuery,
      ...paging(sourceMapsListed),
      ...cursorQuery,
      release: z.string().optional(),
      debug_id: debugId.optional(),
    }),
    response: z.object({
      source_maps: z.array(sourceMapBody),
      total: z.int(),
      next_cursor: nextCursor,
    }),
    summary: 'Lists source maps, the newest first.',
    example: examples.listSourceMaps,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'getSourceMap',
    path: '/api/sourcemaps/:id',
    params: z.object({ id: z.string() }),
    query: z.object(asOfQuery),
    response: sourceMapBody,
    summary: 'Gives one source map, without its content.',
    example: examples.uploadSourceMap,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
