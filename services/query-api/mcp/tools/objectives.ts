import { z } from 'zod';
import { pageUnder } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { service, tableLimit } from './parts.ts';

export const objectiveTools = [
  readTool({
    name: 'list_objectives',
    title: 'List objectives',
    description:
      'Objectives (SLOs), the newest first, as a table: the share of the entry spans of a service, or of one operation, that should be without error (`availability`) or take at most `threshold_ms` (`latency`). `target` is in percent. `get_objective` gives the figures of one.',
    input: z.object({ service: service.optional(), limit: tableLimit }),
    route: 'listObjectives',
    request: given => ({ query: asQuery(given) }),
    page: () => '/slos',
    list: {
      field: 'slos',
      goesOn: 'cursor',
      columns: [
        'id',
        'name',
        'kind',
        'threshold_ms',
        'service',
        'operation',
        'target',
        'window_days',
        'window_type',
      ],
    },
  }),
  readTool({
    name: 'get_objective',
    title: 'Error budget of an objective',
    description:
      'One objective with its error budget (allowed, spent and remaining entry spans of its window), burn rates over 5 m, 30 m, 1 h, 6 h and 3 d, and when the budget is used up at the rate of the last 6 hours. At a burn rate of 1 the budget lasts exactly as long as its window. `as_of` counts what was known before its minute. An alert rule with the metric `slo_burn_fast:` or `slo_burn_slow:` and its id compares the lower burn rate over 1 h and 5 m (usually above 14.4), or over 6 h and 30 m (above 6).',
    input: z.object({ objective_id: z.string() }),
    route: 'getObjective',
    request: ({ objective_id: id, as_of }) => ({ params: { id }, query: asQuery({ as_of }) }),
    page: ({ objective_id: id }) => pageUnder('/slos', id),
    idsFrom: 'list_objectives',
  }),
];
