import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import { asOfQuery, cursorQuery, nextCursor, wholeNumber } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import {
  changedRelease,
  deployBody,
  inPath,
  ofService,
  recordedRelease,
  releaseBody,
  sentDeploy,
} from './parts.ts';

const path = '/api/releases';
// The rest of the path: versions may hold slashes, and the clients do not escape them.
const releasePath = '/api/releases/*version';

/** Names of services and environments in a list. */
const names = z.array(z.string());

export const releaseRoutes = [
  {
    ...domainCommand,
    name: 'recordRelease',
    method: 'POST',
    path,
    body: 'json',
    request: recordedRelease,
    response: releaseBody,
    summary:
      'Records a release (201), or adds what is new to the one of the same version (200); an organization has one of each version.',
    example: examples.recordRelease,
    statuses: [201, 200, 400, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'listReleases',
    path,
    query: z.object({
      ...asOfQuery,
      page: wholeNumber({ minimum: 1, maximum: 10_000, preset: 1 }),
      page_size: wholeNumber({ minimum: 1, maximum: 100, preset: 20 }),
      ...cursorQuery,
      service: z.string().optional(),
      environment: z.string().optional().meta({ description: 'Only those deployed there.' }),
    }),
    response: z.object({
      releases: z.array(releaseBody),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
      environments: names.meta({ description: 'Of all releases, at most 1,000.' }),
      services: names.meta({ description: 'Of all releases, at most 1,000.' }),
      next_cursor: nextCursor,
    }),
    summary: 'Lists releases, the newest first.',
    example: examples.listReleases,
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'deployRelease',
    method: 'POST',
    path: '/api/releases/*version/deploys',
    params: inPath,
    query: ofService,
    body: 'json',
    request: sentDeploy,
    response: deployBody,
    summary: 'Records that a release was deployed to an environment.',
    example: examples.deployRelease,
    statuses: [201, 400, 404, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'getRelease',
    path: releasePath,
    params: inPath,
    query: z.object(asOfQuery),
    response: releaseBody.extend({
      deploys: z.array(deployBody).meta({ description: 'The latest 50, the latest first.' }),
    }),
    summary: 'Gives one release with its deployments.',
    example: examples.getRelease,
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'changeRelease',
    method: 'PATCH',
    path: releasePath,
    params: inPath,
    query: ofService,
    body: 'json',
    request: changedRelease,
    response: releaseBody,
    summary: 'Changes the fields of a release that the body names; without a body, finalizes it.',
    example: examples.changeRelease,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'deleteRelease',
    method: 'DELETE',
    path: releasePath,
    params: inPath,
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string(), version: z.string() }),
    summary: 'Deletes a release and its deployments.',
    example: examples.deleteRelease,
    statuses: [200, 400, 404, 409],
  },
] as const satisfies readonly Route[];
