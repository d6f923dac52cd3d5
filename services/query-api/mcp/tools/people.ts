import { z } from 'zod';
import { asQuery, readTool } from '../tool.ts';
import { tableLimit } from './parts.ts';

export const peopleTools = [
  readTool({
    name: 'list_members',
    title: 'People of the organization',
    description:
      'The people of the organization and open invitations, the oldest first, as a table with their roles. Addresses are only hinted at: the page has them.',
    input: z.object({
      removed: z.boolean().optional().describe('Also those who left or were removed.'),
      limit: tableLimit,
    }),
    route: 'listMembers',
    request: ({ as_of, removed, limit }) => ({ query: asQuery({ as_of, removed, limit }) }),
    page: () => '/members',
    list: {
      field: 'members',
      goesOn: 'cursor',
      total: 'total',
      // A model needs no addresses: what is done names a person by the id.
      columns: [
        'id',
        'email_hint',
        'role',
        'status',
        'is_you',
        'invited_by',
        'invited_at',
        'expires_at',
        'joined_at',
        'removed_at',
      ],
    },
  }),
];
