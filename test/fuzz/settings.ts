import { fileURLToPath } from 'node:url';
import type { Belongings } from '../security/tenants/belongings.ts';
import {
  type Belonging,
  type Bindings,
  ids,
  ofBodies,
  ofPaths,
  ofQueries,
  probabilityOfOthers,
  probabilityOfPaths,
} from './bindings.ts';

export type Settings = {
  readonly key: string;
  /** Of the organization of the key, and of another one. */
  readonly belongings: readonly Belongings[];
  readonly adminToken: string;
  /** What the checks read and write; see their `Tenants`. */
  readonly tenantsFile: string;
};

const checksFile = fileURLToPath(new URL('checks.py', import.meta.url));

const requestSecondsMax = 120;

/** A busy machine is no fault of what it runs; every other status of a server's fault is one. */
const unavailable = 503;
const answered = ['2xx', '3xx', '4xx', unavailable];
/** Valid data is refused because of what there is; 400 is judged by a check of its own. */
const refusedByState = ['2xx', '3xx', 400, 401, 402, 403, 404, 409, 410, 413, 429, unavailable];

/** JSON of texts, numbers and lists of them is TOML, too. */
const toml = (value: unknown): string => JSON.stringify(value);

const common = ({ tenantsFile }: Settings, judged: boolean): string => `hooks = ${toml(checksFile)}
request-timeout = ${requestSecondsMax}
max-stream-events = 1

[checks]
max_response_time = ${requestSecondsMax}

[checks.not_a_server_error]
expected-statuses = ${toml(answered)}

[checks.positive_data_acceptance]
expected-statuses = ${toml(refusedByState)}

[checks.Tenants]
file = ${toml(tenantsFile)}
judged = ${judged}
`;

/** Requests with the key of one organization, which may name whatever is of another one. */
export const settingsOf = (settings: Settings): string =>
  [
    common(settings, true),
    `[headers]\nX-API-Key = ${toml(settings.key)}`,
    ['[parameters]', ...parameters()].join('\n'),
    ...Object.entries(ids).map(([path, named]) => idsBelow(path, named)),
    ...dictionaries(settings.belongings),
  ].join('\n\n');

const parameters = (): readonly string[] => [
  ...bound('path', ofPaths, probabilityOfPaths),
  ...bound('query', ofQueries, probabilityOfOthers),
  ...bound('body', ofBodies, probabilityOfOthers),
];

const bound = (place: string, bindings: Bindings, probability: number): readonly string[] =>
  Object.entries(bindings).map(
    ([name, named]) =>
      `"${place}.${name}" = { dictionary = ${toml(dictionaryOf(named))}, probability = ${probability} }`,
  );

const idsBelow = (path: string, named: readonly Belonging[]): string =>
  [
    '[[operations]]',
    `include-path-regex = ${toml(`^${path}`)}`,
    `[operations.parameters]`,
    ...bound('path', { id: named }, probabilityOfPaths),
  ].join('\n');

const dictionaryOf = (named: readonly Belonging[]): string => named.join('_');

function dictionaries(belongings: readonly Belongings[]): readonly string[] {
  const lists = [ids, ofPaths, ofQueries, ofBodies].flatMap(bindings => Object.values(bindings));
  const byName = new Map(lists.map(named => [dictionaryOf(named), named]));
  return [...byName].map(([name, named]) => {
    const values = belongings.flatMap(of => named.map(each => of[each]));
    return `[dictionaries.${name}]\nvalues = ${toml(values)}`;
  });
}

/** The operators, who belong to no organization. */
export const operatorSettingsOf = (settings: Settings): string =>
  `${common(settings, false)}\n[headers]\nAuthorization = ${toml(`Bearer ${settings.adminToken}`)}\n`;
