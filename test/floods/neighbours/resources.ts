import { isRead, type Route } from '../../../schemas/http/route.ts';
import { routes } from '../../../schemas/http/routes.ts';

/** What organizations share in a process and one of them could take whole. */
export const resources = [
  'bodies',
  'threads',
  'storage',
  'mail',
  'commands',
  'reads',
  'lists',
  'waits',
  'streams',
  'tools',
] as const;

export type Resource = (typeof resources)[number];

const isKeyed = ({ keys }: Route): boolean => Array.isArray(keys);
const isStream = ({ contentType = '' }: Route): boolean =>
  contentType.startsWith('text/event-stream');
const takes = ({ query }: Route, parameter: string): boolean =>
  query !== undefined && 'shape' in query && Object.hasOwn(query.shape as object, parameter);
/** Everything else is parsed within a bound on the event loop. */
const isUpload = ({ body }: Route): boolean => body !== 'none' && body !== 'json';
/** Routes that make Tidemark write to a mailbox. */
const mailing: readonly string[] = ['createChannel', 'testChannel'];

/** What requests to a route occupy; follows from its row in the table, so a new route has its place at once. */
const occupies: Readonly<Record<Resource, (route: Route) => boolean>> = {
  bodies: ({ body }) => body !== 'none',
  threads: isUpload,
  storage: isUpload,
  mail: ({ name }) => mailing.includes(name),
  commands: route => !isRead(route),
  reads: route => isRead(route) && !isStream(route),
  lists: route => isRead(route) && takes(route, 'limit'),
  waits: route => takes(route, 'wait'),
  streams: isStream,
  tools: ({ path }) => path === '/mcp' || path.startsWith('/v1/copilot/'),
};

export const routesOf = (resource: Resource): readonly Route[] =>
  (routes as readonly Route[]).filter(route => isKeyed(route) && occupies[resource](route));

/** Routes with a key that nobody attacks: must be none. */
export const routesWithoutResource = (): readonly string[] =>
  (routes as readonly Route[])
    .filter(route => isKeyed(route) && !resources.some(resource => occupies[resource](route)))
    .map(({ name }) => name);
