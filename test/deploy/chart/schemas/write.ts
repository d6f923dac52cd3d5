import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

// Writes the schemas of the kinds of the chart, from Kubernetes' OpenAPI document and from definitions of extensions:
//   node --import tsx test/deploy/chart/schemas/write.ts swagger.json scaledobjects.yaml …

type Schema = { readonly [name: string]: Json };
type Json = string | number | boolean | null | readonly Json[] | Schema;

/** Kinds that the chart has of Kubernetes' own, by the names of their definitions. */
const kinds = [
  'io.k8s.api.apps.v1.Deployment',
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'io.k8s.api.core.v1.ConfigMap',
  'io.k8s.api.core.v1.Service',
  'io.k8s.api.networking.v1.Ingress',
  'io.k8s.api.networking.v1.NetworkPolicy',
  'io.k8s.api.policy.v1.PodDisruptionBudget',
];

const [swagger = '', ...extensions] = process.argv.slice(2);
const { definitions } = JSON.parse(await readFile(swagger, 'utf8')) as {
  definitions: Record<string, Schema>;
};
for (const name of kinds) await write(fileOf(name), { ...own(name), definitions: needed(name) });
for (const file of extensions) await writeExtension(await readFile(file, 'utf8'));

/** As kubeconform looks for it: the kind, the first part of the group unless it is the core, and the version. */
function fileOf(name: string): string {
  const [kind = '', version, group] = name.split('.').reverse();
  return [kind.toLowerCase(), ...(group === 'core' ? [] : [group]), version].join('-');
}

async function writeExtension(text: string): Promise<void> {
  for (const document of parseAllDocuments(text)) {
    const { spec } = document.toJS() as { spec: Extension };
    const [group] = spec.group.split('.');
    for (const { name, schema } of spec.versions) {
      const file = `${spec.names.kind.toLowerCase()}-${group}-${name}`;
      await write(file, strict(schema.openAPIV3Schema) as Schema);
    }
  }
}

type Extension = {
  readonly group: string;
  readonly names: { readonly kind: string };
  readonly versions: readonly {
    readonly name: string;
    readonly schema: { readonly openAPIV3Schema: Schema };
  }[];
};

function own(name: string): Schema {
  return strict(definitions[name] as Schema) as Schema;
}

/** Everything that a definition refers to, directly or not. */
function needed(name: string): Schema {
  const found: Record<string, Schema> = {};
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const text = JSON.stringify(own(next));
    for (const [, reference = ''] of text.matchAll(/"#\/definitions\/([^"]+)"/g)) {
      if (found[reference] !== undefined) continue;
      found[reference] = own(reference);
      waiting.push(reference);
    }
  }
  return found;
}

/** Without texts, without what the cluster writes, and closed: a name that is not known is a mistake. */
function strict(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const given = schema as Schema;
  if (given['x-kubernetes-int-or-string'] === true || given.format === 'int-or-string')
    return { oneOf: [{ type: 'string' }, { type: 'integer' }] };
  const kept = Object.entries(given).filter(
    ([name]) => !['description', 'default', 'format'].includes(name) && !name.startsWith('x-'),
  );
  const { properties, ...rest } = Object.fromEntries(kept) as Record<string, Json>;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [name, strict(each)]),
  );
  if (properties === undefined) return inner;
  const isOpen =
    rest.additionalProperties !== undefined ||
    given['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...inner,
    properties: propertiesOf(properties as Schema),
    ...(isOpen ? {} : { additionalProperties: false }),
  };
}

function propertiesOf(properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name !== 'status' && name !== 'managedFields')
      .map(([name, each]) => [name, strict(each)]),
  );
}

/** A definition a line, so that a change of one is a change of a line. */
async function write(file: string, { definitions: inner = {}, ...schema }: Schema): Promise<void> {
  const lines = Object.entries(inner as Schema)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`);
  const outer = JSON.stringify(schema).slice(1, -1);
  const text = `{\n${outer},\n"definitions": {\n${lines.join(',\n')}\n}\n}\n`;
  await writeFile(fileURLToPath(new URL(`${file}.json`, import.meta.url)), text);
}
