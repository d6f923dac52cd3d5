import { fileURLToPath } from 'node:url';
import type { Belongings } from '../security/tenants/belongings.ts';

export type Settings = {
  readonly keys: readonly [string, string];
  readonly belongings: readonly Belongings[];
  readonly adminToken: string;
};

const checksFile = fileURLToPath(new URL('checks.py', import.meta.url));

const requestSecondsMax = 120;

/** A busy machine is no fault of what it runs; every other status of a server's fault is one. */
const unavailable = 503;
const answered = ['2xx', '3xx', '4xx', unavailable];
/** Valid data is refused because of what there is; 400 is judged by a check of its own. */
const refusedByState = ['2xx', '3xx', 400, 401, 402, 403, 404, 409, 410, 413, 429, unavailable];

/** Which belongings a parameter of a path may name; half of the values are drawn from its schema. */
const named: Readonly<Record<string, (of: Belongings) => readonly string[]>> = {
  id: of => Object.entries(of).flatMap(([name, value]) => (/Id$/u.test(name) ? [value] : [])),
  name: ({ service }) => [service],
  service: ({ service }) => [service],
  service_name: ({ service }) => [service],
  session_id: ({ replaySession }) => [replaySession],
  maintenance_id: ({ maintenanceId }) => [maintenanceId],
  delivery_id: ({ deliveryId }) => [deliveryId],
};

/** JSON of texts, numbers and lists of them is TOML, too. */
const toml = (value: unknown): string => JSON.stringify(value);

const common = `hooks = ${toml(checksFile)}
request-timeout = ${requestSecondsMax}
max-stream-events = 1

[checks]
max_response_time = ${requestSecondsMax}

[checks.not_a_server_error]
expected-statuses = ${toml(answered)}

[checks.positive_data_acceptance]
expected-statuses = ${toml(refusedByState)}
`;

/** Two organizations, neither of which may see what is of the other. */
export function settingsOf({ belongings }: Settings, usersFile: string): string {
  const parameters = Object.keys(named).map(
    name => `"path.${name}" = { dictionary = ${toml(name)}, probability = 0.5 }`,
  );
  const dictionaries = Object.entries(named).map(
    ([name, valuesOf]) =>
      `[dictionaries.${name}]\nvalues = ${toml(belongings.flatMap(of => valuesOf(of)))}`,
  );
  return [
    common,
    ['[parameters]', ...parameters].join('\n'),
    ...dictionaries,
    `[auth.wfc]\npath = ${toml(usersFile)}\npeers = ["ada", "grace"]\n`,
  ].join('\n\n');
}

/** The two organizations, each by its key. */
export const usersOf = ({ keys: [ada, grace] }: Settings): string =>
  JSON.stringify({
    auth: [
      { name: 'ada', fixedHeaders: [{ name: 'X-API-Key', value: ada }] },
      { name: 'grace', fixedHeaders: [{ name: 'X-API-Key', value: grace }] },
    ],
  });

/** The operators, who belong to no organization. */
export const operatorSettingsOf = ({ adminToken }: Settings): string =>
  `${common}\n[headers]\nAuthorization = ${toml(`Bearer ${adminToken}`)}\n`;
