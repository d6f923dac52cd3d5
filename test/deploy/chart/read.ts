import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../platform/package.ts';

export const chartFolder = join(packageRoot(), 'deploy/helm/tidemark');

/** Values that the chart is rendered with, beside those of its own. */
export const configurations = ['minimal', 'everything', 'external-gateway'] as const;

export type Configuration = (typeof configurations)[number];

export const valuesOf = (configuration: Configuration): string =>
  join(chartFolder, 'ci', `${configuration}-values.yaml`);

/** Texts of its files. */
export type Chart = {
  readonly chart: string;
  readonly values: string;
  readonly schema: string;
  readonly readme: string;
  readonly gateway: string;
  /** By file name. */
  readonly templates: Readonly<Record<string, string>>;
  readonly configurations: Readonly<Record<Configuration, string>>;
};

export function readChart(): Chart {
  const read = (name: string): string => readFileSync(join(chartFolder, name), 'utf8');
  const templates = readdirSync(join(chartFolder, 'templates'));
  return {
    chart: read('Chart.yaml'),
    values: read('values.yaml'),
    schema: read('values.schema.json'),
    readme: read('README.md'),
    gateway: read('files/nginx.conf'),
    templates: Object.fromEntries(templates.map(name => [name, read(join('templates', name))])),
    configurations: Object.fromEntries(
      configurations.map(name => [name, readFileSync(valuesOf(name), 'utf8')]),
    ) as Chart['configurations'],
  };
}
