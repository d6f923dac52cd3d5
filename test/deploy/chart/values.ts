import { isMap, type Pair, parse, parseDocument, type YAMLMap } from 'yaml';
import { z } from 'zod';
import { roleNames } from '../../../platform/config/role-names.ts';
import type { Chart } from './read.ts';

/** What is wrong with the values: they fit the schema, templates use them and no others, and each is described. */
export function valuesFaults({
  values,
  schema,
  readme,
  templates,
  configurations,
}: Chart): readonly string[] {
  const paths = pathsOf(parse(values));
  const used = usedIn(Object.values(templates).join('\n'));
  return [
    ...schemaFaults('values.yaml', parse(values), schema),
    ...Object.entries(configurations).flatMap(([name, text]) =>
      schemaFaults(`ci/${name}-values.yaml`, merged(parse(values), parse(text)), schema),
    ),
    ...[...used].filter(path => !paths.has(path)).map(path => `no value ${path} for the templates`),
    ...Object.keys(parse(values))
      .filter(name => ![...used].some(path => path.split('.')[0] === name))
      .map(name => `no template uses the value ${name}`),
    ...undescribed(values).map(path => `values.yaml does not describe ${path}`),
    ...Object.keys(parse(values))
      .filter(name => !readme.includes(`\`${name}\``))
      .map(name => `README.md does not list ${name}`),
    ...roleFaults(parse(values)),
  ];
}

function schemaFaults(file: string, values: unknown, schema: string): string[] {
  const { error } = z.fromJSONSchema(parse(schema)).safeParse(values);
  const issues = error?.issues ?? [];
  return issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`);
}

/** As helm lays values over those of the chart. */
function merged(below: unknown, above: unknown): unknown {
  if (!isObject(below) || !isObject(above)) return above;
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries(
    [...names].map(name => [name, name in above ? merged(below[name], above[name]) : below[name]]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function roleFaults({ roles }: { roles: Record<string, unknown> }): string[] {
  const [missing, unknown] = [
    roleNames.filter(role => roles[role] === undefined),
    Object.keys(roles).filter(name => !(roleNames as readonly string[]).includes(name)),
  ];
  return [
    ...missing.map(role => `values.yaml lacks the role ${role}`),
    ...unknown.map(name => `values.yaml has ${name}, which is no role`),
  ];
}

/** Paths of all values, such as `gateway.service.type`. */
function pathsOf(value: unknown, before = ''): ReadonlySet<string> {
  if (!isObject(value)) return new Set();
  return new Set(
    Object.entries(value).flatMap(([name, inner]) => {
      const path = before === '' ? name : `${before}.${name}`;
      return [path, ...pathsOf(inner, path)];
    }),
  );
}

/** Their fields are free, and a template may look for one that values.yaml does not have. */
const open: ReadonlySet<string> = new Set(['settings', 'secrets', 'files']);

const usedIn = (templates: string): ReadonlySet<string> =>
  new Set(
    [...templates.matchAll(/[.$][vV]alues\.(\w+(?:\.\w+)*)/g)].map(([, path = '']) => {
      const [first = ''] = path.split('.');
      return open.has(first) ? first : path;
    }),
  );

/** Paths of what has no comment before it, down to where a name says all. */
function undescribed(values: string): string[] {
  const { contents } = parseDocument(values);
  return isMap(contents) ? withoutComment(contents, '', contents.commentBefore ?? undefined) : [];
}

const selfEvident: ReadonlySet<string> = new Set([
  'enabled',
  'minReplicas',
  'maxReplicas',
  'requests',
  'limits',
]);

function withoutComment(map: YAMLMap, before: string, first: string | null | undefined): string[] {
  return (map.items as Pair<{ value: string; commentBefore?: string | null }>[]).flatMap(
    ({ key, value }, index) => {
      const path = before === '' ? key.value : `${before}.${key.value}`;
      const comment = index === 0 ? (key.commentBefore ?? first) : key.commentBefore;
      const own = comment || selfEvident.has(key.value) ? [] : [path];
      const isInner = isMap(value) && !value.flow;
      return [...own, ...(isInner ? withoutComment(value, path, value.commentBefore) : [])];
    },
  );
}
