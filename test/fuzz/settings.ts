import { fileURLToPath } from 'node:url';
import type { Belongings } from '../e2e/tenants/belongings.ts';

export type Settings = {
  readonly keys: readonly [string, string];
  readonly belongings: readonly Belongings[];
  readonly adminToken: string;
};

/** Which belongings a parameter of a path may name; anything else is drawn from its schema. */
const named: Readonly<Record<string, (of: Belongings) => readonly string[]>> = {
  id: ({ traceId, ...of }) => [
    traceId,
    ...Object.entries(of).flatMap(([name, value]) => (/Id$/u.test(name) ? [value] : [])),
  ],
  name: ({ service }) => [service],
  service: ({ service }) => [service],
  service_name: ({ service }) => [service],
  session_id: ({ replaySession }) => [replaySession],
  delivery_id: ({ deliveryId }) => [deliveryId],
  trace_id: ({ traceId }) => [traceId],
};

const checksFile = fileURLToPath(new URL('checks.py', import.meta.url));

const requestSecondsMax = 20;

/** Valid data is refused because of what there is; 400 is judged by a check of its own, and a key of one organization has no use for some routes. */
const refusedByState = ['2xx', '3xx', 400, 401, 402, 403, 404, 409, 410, 413, 429];

const toml = (value: unknown): string => JSON.stringify(value);

/**
 * Two organizations that must not see what is of the other. Every check is on; an operator's token is known to
 * the operators' routes alone.
 */
export function settingsOf({ belongings, adminToken }: Settings, usersFile: string): string {
  const dictionaries = Object.entries(named).map(
    ([parameter, valuesOf]) =>
      `[dictionaries.${parameter}]\nvalues = ${toml(belongings.flatMap(of => valuesOf(of)))}\n`,
  );
  const bound = Object.keys(named).map(
    parameter => `"path.${parameter}" = { dictionary = ${toml(parameter)}, probability = 0.5 }\n`,
  );
  return `hooks = ${toml(checksFile)}
request-timeout = ${requestSecondsMax}
max-stream-events = 1

${dictionaries.join('\n')}
[checks.positive_data_acceptance]
expected-statuses = ${toml(refusedByState)}

[parameters]
${bound.join('')}
[auth.wfc]
path = ${toml(usersFile)}
peers = ["ada", "grace"]

[[operations]]
include-path-regex = "^/admin/"
headers = { Authorization = ${toml(`Bearer ${adminToken}`)} }
`;
}

/** The two organizations, each by its key. */
export const usersOf = ({ keys: [ada, grace] }: Settings): string =>
  JSON.stringify({
    auth: [
      { name: 'ada', fixedHeaders: [{ name: 'X-API-Key', value: ada }] },
      { name: 'grace', fixedHeaders: [{ name: 'X-API-Key', value: grace }] },
    ],
  });
