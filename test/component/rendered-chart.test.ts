import { deepEqual, match, notEqual, rejects } from 'node:assert/strict';
import { renderChart } from '../deploy/chart/check.ts';
import { parseManifests } from '../deploy/chart/manifests.ts';
import { objectFaults } from '../deploy/chart/objects.ts';
import { podFaults } from '../deploy/chart/pods.ts';
import { type Configuration, configurations } from '../deploy/chart/read.ts';
import { absence, findTool } from '../deploy/tools.ts';

const changed = (text: string, part: string | RegExp, by: string): string => {
  const other = text.replace(part, by);
  notEqual(other, text, `expected ${part} to be there`);
  return other;
};

describe('the rendered chart', function () {
  this.timeout(60_000);
  const rendered = {} as Record<Configuration, string>;
  let helm = '';

  before(async function () {
    const found = findTool('helm');
    if (found === undefined) {
      process.stdout.write(`      skipped: ${absence('helm')}\n`);
      this.skip();
    }
    helm = found;
    for (const name of configurations) rendered[name] = await renderChart(helm, name);
  });

  const faultsOf = (name: Configuration, text: string): string[] => {
    const manifests = parseManifests(text);
    return [...podFaults(manifests), ...objectFaults(name, manifests)];
  };
  const faultsWith = (name: Configuration, part: string | RegExp, by: string): string =>
    faultsOf(name, changed(rendered[name], part, by)).join('\n');

  it('is as it should be in each configuration', () => {
    for (const name of configurations) deepEqual(faultsOf(name, rendered[name]), [], name);
  });

  it('is checked for settings, roles and secrets', () => {
    match(
      faultsWith('minimal', 'args: [serve, decider]', 'args: [serve]'),
      /no Deployment runs decider/,
    );
    match(
      faultsWith('minimal', 'name: KAFKA_BROKERS', 'name: KAFKA_BROKER'),
      /KAFKA_BROKER is no setting/,
    );
    match(
      faultsWith(
        'minimal',
        /valueFrom:\n +secretKeyRef:\n.*\n +key: TIDEMARK_MASTER_KEY/,
        'value: key',
      ),
      /TIDEMARK_MASTER_KEY stands in the Deployment/,
    );
    match(
      faultsWith('minimal', /image: tidemark:.*/, 'image: tidemark:latest'),
      /names no version/,
    );
  });

  it('is checked for probes, ports and rights', () => {
    match(faultsWith('minimal', 'path: /readyz', 'path: /ready'), /no route \/ready/);
    match(faultsWith('minimal', /port: http\n/, 'port: web\n'), /names the port web/);
    match(
      faultsWith('minimal', 'mountPath: /var/lib/tidemark', 'mountPath: /data'),
      /is no volume/,
    );
    for (const [part, fault] of [
      ['runAsNonRoot: true', /may run as root/],
      ['readOnlyRootFilesystem: true', /may write its image/],
      ['allowPrivilegeEscalation: false', /may get more rights/],
      ['automountServiceAccountToken: false', /has a token/],
      ['enableServiceLinks: false', /variables of other Services/],
    ] as const)
      match(faultsWith('minimal', part, ''), fault);
    match(
      faultsWith(
        'minimal',
        /terminationGracePeriodSeconds: 60/g,
        'terminationGracePeriodSeconds: 35',
      ),
      /is killed after 25s/,
    );
  });

  it('is checked for what stands around the Pods', () => {
    match(faultsOf('minimal', rendered.everything).join(), /there is a ScaledObject/);
    match(faultsOf('everything', rendered.minimal).join(), /there is no ScaledObject/);
    match(faultsWith('minimal', 'targetPort: grpc', 'targetPort: grpcs'), /has the port grpcs/);
    match(
      faultsWith('minimal', /kind: PodDisruptionBudget/, 'kind: Budget'),
      /a drain may stop all/,
    );
    match(faultsWith('everything', 'maxReplicaCount: 32', 'maxReplicaCount: 33'), /33 processors/);
    match(
      faultsWith('everything', 'consumerGroup: processor-metrics', 'consumerGroup: metrics'),
      /is watched/,
    );
    match(
      faultsWith('everything', 'kind: HorizontalPodAutoscaler', 'kind: Autoscaler'),
      /either replicas or/,
    );
    match(faultsWith('minimal', 'query-api-by-key;', 'ingest-api;'), /other routes/);
    match(
      faultsWith('external-gateway', /- from:\n(?: {8}.*\n)+/, '-\n'),
      /everybody may reach observability-/,
    );
  });

  it('is refused with values that cannot work, with what to do', async () => {
    const refused = (setting: string, reason: RegExp): Promise<void> =>
      rejects(renderChart(helm, 'minimal', '--set-string', setting), reason);
    await refused('settings.KAFKA_BROKERS=', /settings\.KAFKA_BROKERS is required/);
    await refused('settings.KAFKA_PARTITIONS=1', /at most 1 processors/);
    await refused('settings.TIDEMARK_MASTER_KEY=key', /TIDEMARK_MASTER_KEY/);
    await rejects(
      renderChart(helm, 'external-gateway', '--set', 'ingress.enabled=true'),
      /ingress\.enabled needs gateway\.enabled/,
    );
    await rejects(
      renderChart(helm, 'external-gateway', '--set-json', 'networkPolicy.clients=[]'),
      /networkPolicy\.clients is required/,
    );
  });
});
