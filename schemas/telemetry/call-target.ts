/**
 * What the span of a call names by its attributes: the database, the queue or the host that was called. Names of the semantic
 * conventions, the present ones before those of earlier versions.
 */
export const targetKeys = [
  'db.system.name',
  'db.system',
  'db.namespace',
  'db.name',
  'messaging.system',
  'messaging.destination.name',
  'messaging.destination',
  'peer.service',
  'server.address',
  'net.peer.name',
] as const;

const place = (key: (typeof targetKeys)[number]): number => targetKeys.indexOf(key);

const addresses = [place('server.address'), place('net.peer.name')];
const databaseSystems = [place('db.system.name'), place('db.system')];
const databaseNames = [place('db.namespace'), place('db.name'), ...addresses];
const queueSystems = [place('messaging.system')];
const queueNames = [place('messaging.destination.name'), place('messaging.destination')];
const hostNames = [place('peer.service'), ...addresses];

export const targetTypes = ['database', 'queue', 'external'] as const;
export type TargetType = (typeof targetTypes)[number];

export type Target<Value> = {
  readonly type: TargetType;
  readonly system: Value;
  readonly name: Value;
};

/**
 * The target that the values of `targetKeys` name, in their order; undefined without any.
 *  none  stands for a value that is missing or empty
 */
export function targetOf<Value extends string | number>(
  values: ArrayLike<Value>,
  none: Value,
): Target<Value> | undefined {
  const database = firstOf(values, databaseSystems, none);
  if (database !== none)
    return { type: 'database', system: database, name: firstOf(values, databaseNames, none) };
  const queue = firstOf(values, queueSystems, none);
  if (queue !== none)
    return { type: 'queue', system: queue, name: firstOf(values, queueNames, none) };
  const name = firstOf(values, hostNames, none);
  return name === none ? undefined : { type: 'external', system: none, name };
}

function firstOf<Value>(values: ArrayLike<Value>, places: readonly number[], none: Value): Value {
  for (const at of places) if (values[at] !== none) return values[at] as Value;
  return none;
}

const nameCharactersMax = 200;

/** A target as one text, its type first: `database postgresql:orders`, `queue kafka:payments`, `external api.example.com`. */
export const targetText = ({ type, system, name }: Target<string>): string =>
  `${type} ${[system, name]
    .filter(text => text !== '')
    .join(':')
    .slice(0, nameCharactersMax)
    .toWellFormed()}`;

/** The type and the name in such a text; both empty in an empty one. */
export function parseTarget(text: string): {
  readonly type: TargetType | '';
  readonly name: string;
} {
  const at = text.indexOf(' ');
  return { type: text.slice(0, Math.max(0, at)) as TargetType | '', name: text.slice(at + 1) };
}

export const isTargetOf = (text: string, type: TargetType): boolean => text.startsWith(`${type} `);
