import { join } from 'node:path';
import { routes } from '../../../schemas/http/routes.ts';
import { gatewayConfig } from '../gateway.ts';
import { type Chart, chartFolder } from './read.ts';
import { settingNames } from './setting-names.ts';

export type Generated = {
  readonly path: string;
  readonly present: string;
  readonly expected: string;
};

/** Parts of the chart that follow from the code: the gateway's routes, and the names of settings. */
export const generatedParts = ({ gateway, schema }: Chart): readonly Generated[] => [
  { path: join(chartFolder, 'files/nginx.conf'), present: gateway, expected: chartGateway },
  {
    path: join(chartFolder, 'values.schema.json'),
    present: schema,
    expected: withSettingNames(schema),
  },
];

const podsOf = (role: string): string => `{{ include "tidemark.podsHost" (list . "${role}") }}`;

/** A template: the names of Services depend on those of the release and its namespace. */
const chartGateway = gatewayConfig(routes, {
  'ingest-api': [podsOf('ingest-api')],
  'query-api': [podsOf('query-api')],
  resolver: '{{ include "tidemark.resolver" . }}',
});

function withSettingNames(schema: string): string {
  let written = schema;
  for (const [definition, names] of Object.entries(settingNames)) {
    const list = new RegExp(`("${definition}": \\{\\s*"enum": \\[)[^\\]]*\\]`);
    written = written.replace(list, (_, start: string) => `${start}${listOf(names)}]`);
  }
  return written;
}

const lineLengthMax = 100;

/** In one line where it fits, else one a line, as the formatter writes it. */
function listOf(names: readonly string[]): string {
  const texts = names.map(name => JSON.stringify(name));
  const line = texts.join(', ');
  return line.length < lineLengthMax / 2 ? line : `\n        ${texts.join(',\n        ')}\n      `;
}
