import { z } from 'zod';
import { ruleBody, ruleFields } from '../alerts/parts.ts';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import {
  asOfQuery,
  cursorQuery,
  knownAsOf,
  limited,
  nextCursor,
  optionalNullable,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import {
  changedObjective,
  createdObjective,
  historyBody,
  listedObjective,
  objectiveBody,
  objectiveFigures,
} from './parts.ts';

/** More than an organization may have: without a limit a list is complete. */
const objectivesListed = { maximum: 1_000, preset: 1_000 };

const idsMax = 20;
const ids = z
  .string()
  .transform(text => text.split(','))
  .refine(all => all.length <= idsMax, `expected at most ${idsMax} ids`)
  .meta({
    description: `At most ${idsMax} ids, with commas between them: only these, each with its \`figures\`.`,
  });

const objectivePath = '/v1/slos/:id';
const byId = z.object({ id: z.string() });

const objective = objectiveBody.extend({ success: z.literal(true) });

export const objectiveRoutes = [
  {
    ...domainRead,
    name: 'listObjectives',
    path: '/v1/slos',
    query: z.object({
      ...asOfQuery,
      ...limited(objectivesListed),
      ...cursorQuery,
      service: z.string().optional(),
      ids: ids.optional(),
    }),
    response: z.object({ slos: z.array(listedObjective), next_cursor: nextCursor }),
    summary: 'Lists objectives (SLOs), the newest first.',
    example: examples.listObjectives,
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'createObjective',
    method: 'POST',
    path: '/v1/slos',
    body: 'json',
    request: createdObjective,
    response: objective,
    summary: 'Creates an objective; spans that are stored already count.',
    example: examples.createObjective,
    statuses: [201, 400, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'getObjective',
    path: objectivePath,
    params: byId,
    query: z.object(knownAsOf),
    response: objective.extend(objectiveFigures),
    summary: 'Gives one objective with its error budget, burn rates and forecast.',
    example: examples.getObjective,
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainRead,
    name: 'objectiveHistory',
    path: '/v1/slos/:id/history',
    params: byId,
    query: z.object(knownAsOf),
    response: historyBody,
    csv: 'points',
    summary: 'Gives how the error budget of the window was spent, step by step.',
    example: examples.objectiveHistory,
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'changeObjective',
    method: 'PATCH',
    path: objectivePath,
    params: byId,
    body: 'json',
    request: changedObjective,
    response: objective,
    summary: 'Changes the fields of an objective that the body names.',
    example: examples.changeObjective,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'alertOnObjective',
    method: 'POST',
    path: '/v1/slos/:id/alerts',
    params: byId,
    body: 'json',
    request: z.object({ channel_ids: optionalNullable(ruleFields.channel_ids) }).nullish(),
    response: z.object({ success: z.literal(true), rules: z.array(ruleBody) }),
    summary:
      'Creates alert rules about the fast and the slow burn rate of an objective. Those that it has stay as they are.',
    example: examples.alertOnObjective,
    statuses: [201, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'deleteObjective',
    method: 'DELETE',
    path: objectivePath,
    params: byId,
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Deletes an objective.',
    example: examples.deleteObjective,
    statuses: [200, 404, 409],
  },
] as const satisfies readonly Route[];
