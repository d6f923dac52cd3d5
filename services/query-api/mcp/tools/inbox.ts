import { z } from 'zod';
import { severities } from '../../../../schemas/alerts/rule.ts';
import { silenceStatuses } from '../../../../schemas/silences/routes.ts';
import { entityTypes, triageStatuses } from '../../../../schemas/triage/item.ts';
import { asQuery, readTool } from '../tool.ts';
import { service, tableLimit, versionTable } from './parts.ts';

export const inboxTools = [
  readTool({
    name: 'list_triage_items',
    title: 'Triage inbox',
    description:
      'Items of the triage inbox, the newest first, as a table: what needs a person. `entity_id` is the id of the alert, anomaly, error or check that an item is about.',
    input: z.object({
      status: z.enum(triageStatuses).optional(),
      severity: z.enum(severities).optional(),
      type: z.enum(entityTypes).optional(),
      service: service.optional(),
      entity_id: z.string().optional(),
      limit: tableLimit,
    }),
    route: 'listTriageItems',
    request: given => ({ query: asQuery(given) }),
    page: () => '/inbox',
    list: {
      field: 'items',
      goesOn: 'cursor',
      total: 'total_count',
      columns: [
        'id',
        'entity_type',
        'entity_id',
        'title',
        'message',
        'severity',
        'status',
        'service_name',
        'timestamp',
        'escalation_level',
        'snoozed_until',
        'acknowledged_at',
        'resolved_at',
        'resolved_by',
      ],
    },
  }),
  readTool({
    name: 'list_silences',
    title: 'List silences',
    description:
      'Silences, which hold the notices of alerts of a rule, a service or a severity, the newest first, as a table. Null counts as any.',
    input: z.object({ status: z.enum(silenceStatuses).optional(), limit: tableLimit }),
    route: 'listSilences',
    request: given => ({ query: asQuery(given) }),
    page: () => '/silences',
    list: {
      field: 'silences',
      goesOn: 'cursor',
      columns: [
        'id',
        'rule_id',
        'service',
        'severity',
        'from',
        'until',
        'recurrence',
        'reason',
        'status',
        'ended_at',
      ],
    },
  }),
  readTool({
    name: 'list_silence_versions',
    title: 'Versions of a silence',
    description:
      'What was set of a silence, by whom, and what it was before, the newest first, as a table. restore_silence goes back to one.',
    input: z.object({ silence_id: z.string(), limit: tableLimit }),
    route: 'listSilenceVersions',
    request: ({ silence_id: id, ...given }) => ({ params: { id }, query: asQuery(given) }),
    page: () => '/silences',
    list: versionTable,
    idsFrom: 'list_silences',
  }),
];
