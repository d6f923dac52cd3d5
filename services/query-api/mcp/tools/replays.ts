import { z } from 'zod';
import { pageUnder } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { endOf, range, service, tableLimit } from './parts.ts';

type Replay = { readonly segments: readonly { readonly received_at: string }[] };

export const replayTools = [
  readTool({
    name: 'list_replays',
    title: 'List recorded sessions',
    description:
      'Recorded sessions of browsers, the latest first, as a table: start, duration in milliseconds, URL, user, clicks. The last day without a range; a past instant shows what was received by then.',
    input: z.object({
      service: service.optional().describe('Sessions that a span of this service names.'),
      user_id: z.string().optional(),
      page: z.string().optional().describe('Sessions with this text in a URL.'),
      has_errors: z.boolean().optional().describe('Whether a span that names it failed.'),
      ...range,
      limit: tableLimit,
    }),
    route: 'listReplays',
    request: ({ as_of, to, ...given }) => ({ query: asQuery({ ...given, to: endOf(to, as_of) }) }),
    page: () => '/replays',
    list: {
      field: 'replays',
      goesOn: 'offset',
      total: 'total',
      columns: [
        'session_id',
        'type',
        'started_at',
        'duration_ms',
        'url',
        'user_id',
        'click_count',
        'keypress_count',
        'segment_count',
      ],
    },
  }),
  readTool({
    name: 'get_replay',
    title: 'One recorded session',
    description:
      'One recorded session with its segments and the spans that name it; the page plays it. `as_of` before its first segment was received says that it was not there yet; what came later is shown.',
    input: z.object({ session_id: z.string().describe('32 hexadecimal digits.') }),
    route: 'getReplay',
    request: ({ session_id }) => ({ params: { session_id } }),
    page: ({ session_id: id }) => pageUnder('/replays', id),
    thereSince: ({ segments }: Replay) => segments.map(each => each.received_at).sort()[0] ?? '',
    rest: 'The page has all segments; search_traces finds more spans by the attribute `replay_id`.',
    idsFrom: 'list_replays',
  }),
  readTool({
    name: 'get_replay_settings',
    title: 'Settings of recorded sessions',
    description:
      'What is masked in recorded sessions before they are stored, how many of 100 sessions are kept, and for how many days; null days are as long as the server keeps them (`retention_days_max`).',
    input: z.object({}),
    route: 'getReplaySettings',
    request: () => ({}),
    page: () => '/settings',
  }),
];
