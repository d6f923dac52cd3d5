import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { packageVersion } from '../../../platform/package.ts';
import { absence, findTool, skipped, toolFaults, toolOutput } from '../tools.ts';
import { generatedParts } from './generated.ts';
import { parseManifests } from './manifests.ts';
import { objectFaults } from './objects.ts';
import { podFaults } from './pods.ts';
import { probeTimeFaults } from './probes.ts';
import { type Chart, type Configuration, chartFolder, configurations, valuesOf } from './read.ts';
import { valuesFaults } from './values.ts';

/** What is wrong with the texts of the chart, which need no tool. */
export const chartFaults = (chart: Chart): readonly string[] => [
  ...versionFaults(chart),
  ...valuesFaults(chart),
  ...probeTimeFaults(parse(chart.values)),
  ...generatedParts(chart)
    .filter(({ present, expected }) => present !== expected)
    .map(({ path }) => `${path} is not what the code says: npm run check:deploy -- --write`),
];

function versionFaults({ chart }: Chart): string[] {
  const { version, appVersion } = parse(chart) as { version: string; appVersion: string };
  return version === packageVersion() && appVersion === packageVersion()
    ? []
    : [`Chart.yaml is about version ${appVersion}, package.json about ${packageVersion()}`];
}

/** What is wrong with the chart as helm renders it, in each configuration. Skipped without helm, and without kubeconform in part. */
export async function renderedFaults(): Promise<string[]> {
  const helm = findTool('helm');
  if (helm === undefined) return skipped('helm template', absence('helm'));
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-chart-'));
  try {
    const faults: string[] = [];
    for (const name of configurations) {
      const found = await faultsAsRendered(helm, name, folder);
      faults.push(...found.map(fault => `${name}: ${fault}`));
    }
    return [...faults, ...(await toolFaults(kubeconform(folder)))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Leaves what was rendered in a folder. */
async function faultsAsRendered(
  helm: string,
  configuration: Configuration,
  folder: string,
): Promise<readonly string[]> {
  try {
    const rendered = await renderChart(helm, configuration);
    await writeFile(join(folder, `${configuration}.yaml`), rendered);
    const manifests = parseManifests(rendered);
    return [...podFaults(manifests), ...objectFaults(configuration, manifests)];
  } catch (error) {
    return [String(error)];
  }
}

/** Of the cluster that helm renders for: the version of the schemas. */
const kubernetesVersion = '1.34.4';

export const renderChart = (
  helm: string,
  configuration: Configuration,
  ...more: readonly string[]
): Promise<string> =>
  toolOutput(helm, [
    'template',
    'tidemark',
    chartFolder,
    '--namespace=observability',
    `--kube-version=${kubernetesVersion}`,
    `--values=${valuesOf(configuration)}`,
    ...more,
  ]);

const schemas = fileURLToPath(new URL('schemas', import.meta.url));

/** Against the schemas that are beside this file, so that it needs no network. */
const kubeconform = (folder: string) => ({
  name: 'kubeconform',
  args: [
    '-strict',
    '-schema-location',
    join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json'),
    folder,
  ],
  folder,
});
