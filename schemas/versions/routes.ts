import { z } from 'zod';
import { actorBody } from '../audit/actor.ts';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import { asOfQuery, cursorQuery, instant, limited, nextCursor } from '../http/parts.ts';
import type { Json } from '../json.ts';

const versionsListed = { maximum: 500, preset: 50 };

/** `restored`: it became what it was in an older version. */
export const versionChanges = ['created', 'changed', 'restored', 'deleted'] as const;
export type VersionChange = (typeof versionChanges)[number];

const byId = z.object({ id: z.string() });

/** One version of a resource; `settings`: what users had set then, without figures and without secrets. */
const versionBody = <Settings extends z.ZodType>(settings: Settings) =>
  z.object({
    /** From 1. */
    version: z.int(),
    change: z.enum(versionChanges),
    /** Of one that was restored: the version that it equals. */
    restored_from: z.int().nullable(),
    changed_at: instant,
    changed_by: actorBody,
    settings,
  });

type Of<Settings extends z.ZodType> = {
  /** Of the resource. */
  readonly path: string;
  /** As summaries say it. */
  readonly a: string;
  readonly settings: Settings;
  /** The response of its change, or of its creation, which has the settings. */
  readonly example: Json;
};

/** `GET …/:id/versions` of a resource. */
export const versionsRoute = <const Name extends string, Settings extends z.ZodType>(
  name: Name,
  { path, a, settings, example }: Of<Settings>,
) =>
  ({
    ...domainRead,
    name,
    path: `${path}/versions`,
    params: byId,
    query: z.object({ ...asOfQuery, ...limited(versionsListed), ...cursorQuery }),
    response: z.object({
      versions: z.array(versionBody(settings)),
      /** Of the whole list. */
      total: z.int(),
      next_cursor: nextCursor,
    }),
    summary: `Lists the versions of ${a}, the newest first, also of a deleted one.`,
    example: {
      response: {
        versions: [versionExample(settings.parse(example) as Json)],
        total: 1,
        next_cursor: null,
      },
    },
    statuses: [200, 400, 404, 410],
  }) as const;

const versionExample = (settings: Json) => ({
  version: 1,
  change: 'created',
  restored_from: null,
  changed_at: '2026-11-25T01:37:03.661Z',
  changed_by: { type: 'key', id: '674a4565-e1fa-55d8-bf21-c9ff9873b654' },
  settings,
});

/** `POST …/:id/restore` of a resource, which responds as its change does. */
export const restoreRoute = <const Name extends string, Response extends z.ZodType>(
  name: Name,
  {
    path,
    a,
    response,
    example,
  }: Omit<Of<never>, 'settings'> & {
    readonly response: Response;
  },
) =>
  ({
    ...domainCommand,
    name,
    method: 'POST',
    path: `${path}/restore`,
    params: byId,
    body: 'json',
    request: z.object({ version: z.int().min(1) }),
    response,
    summary: `Makes ${a} what it was in a version, as a new version.`,
    example: { request: { version: 1 }, response: example },
    statuses: [200, 400, 404, 409, 413, 415, 429],
  }) as const;
