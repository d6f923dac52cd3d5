import { join } from 'node:path';
import { isRoleName, roleNames } from '../../../platform/config/role-names.ts';
import { packageRoot } from '../../../platform/package.ts';
import { routes } from '../../../schemas/http/routes.ts';
import { imageFaults, roleFaults } from '../compose.ts';
import {
  type Container,
  deploymentsIn,
  type Manifest,
  type PodSpec,
  type Probe,
} from './manifests.ts';
import { isSecretSetting } from './setting-names.ts';

/** What is wrong with the Pods of a rendered chart: each role has some, whose settings Tidemark takes. */
export function podFaults(manifests: readonly Manifest[]): readonly string[] {
  const pods = deploymentsIn(manifests).map(({ metadata: { name }, spec }) => ({
    name,
    pod: spec.template.spec,
  }));
  const running = pods.map(({ pod }) => roleOf(pod.containers[0]));
  return [
    ...roleNames.filter(role => !running.includes(role)).map(role => `no Deployment runs ${role}`),
    ...pods.flatMap(({ name, pod }) => [
      ...pod.containers.flatMap(({ image }) => imageFaults(name, image)),
      ...pod.containers.flatMap(container => portFaults(name, container)),
      ...missing(pod).map(what => `${name}: ${what}`),
      ...(roleOf(pod.containers[0]) === undefined ? [] : roleOfPodFaults(name, pod)),
    ]),
  ];
}

const roleOf = ({ args }: Container): string | undefined =>
  args?.[0] === 'serve' ? args[1] : undefined;

/** As a service of the compose file, which reads the same settings. */
function roleOfPodFaults(name: string, pod: PodSpec): string[] {
  const [container] = pod.containers;
  const { args = [], env = [], volumeMounts = [] } = container;
  const environment = Object.fromEntries(env.map(each => [each.name, textOf(each)]));
  const plain = env.filter(each => each.value !== undefined && isSecretSetting(each.name));
  const folder = env.find(each => each.name === 'TIDEMARK_DATA_DIR')?.value;
  return [
    ...roleFaults(name, {
      environment,
      command: args,
      stop_grace_period: `${secondsToDrain(pod)}s`,
    }),
    ...plain.map(each => `${name}: ${each.name} stands in the Deployment`),
    ...(args.slice(1).every(isRoleName) ? [] : [`${name}: ${args.slice(1).join()} is no role`]),
    ...(volumeMounts.some(({ mountPath }) => mountPath === folder)
      ? []
      : [`${name}: the data folder ${folder} is no volume`]),
    ...(['startupProbe', 'livenessProbe', 'readinessProbe'] as const).flatMap(probe =>
      probeFaults(`${name}: ${probe}`, container[probe]),
    ),
  ];
}

const samples: Readonly<Record<string, string>> = {
  TIDEMARK_MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString(
    'base64',
  ),
  TIDEMARK_ADMIN_TOKEN: '0123456789abcdef0123456789abcdef',
  KURRENTDB_URL: 'kurrentdb://user:word@kurrentdb:2113',
  SMTP_URL: 'smtps://user:word@mail.example.com',
};

/** What is in a Secret may be anything; a file is one that exists here. */
function textOf({ name, value }: { readonly name: string; readonly value?: string }): string {
  if (value === undefined) return samples[name] ?? 'text';
  return value.startsWith('/etc/tidemark/') ? join(packageRoot(), 'package.json') : value;
}

function secondsToDrain({ terminationGracePeriodSeconds = 30, containers }: PodSpec): number {
  const delays = containers.map(({ lifecycle }) => lifecycle?.preStop?.exec.command.at(-1));
  return terminationGracePeriodSeconds - Math.max(...delays.map(delay => Number(delay ?? 0)));
}

const probePaths = routes.filter(({ role }) => role === 'probe').map(({ path }) => path);

function probeFaults(what: string, probe: Probe | undefined): string[] {
  const path = probe?.httpGet?.path;
  if (path === undefined) return [`${what} is missing`];
  return (probePaths as readonly string[]).includes(path) ? [] : [`${what}: no route ${path}`];
}

/** Probes name ports of their container. */
function portFaults(name: string, container: Container): string[] {
  const { ports = [], startupProbe, livenessProbe, readinessProbe } = container;
  const probed = [startupProbe, livenessProbe, readinessProbe].flatMap(
    probe => probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? [],
  );
  return probed
    .filter(port => !ports.some(each => each.name === port))
    .map(port => `${name}: a probe names the port ${port}, which the container lacks`);
}

const wanted: Readonly<Record<string, (pod: PodSpec, container: Container) => boolean>> = {
  'may run as root': pod => pod.securityContext?.runAsNonRoot === true,
  'has a token of the cluster': pod => pod.automountServiceAccountToken === false,
  'gets variables of other Services': pod => pod.enableServiceLinks === false,
  'may write its image': (_, { securityContext }) =>
    securityContext?.readOnlyRootFilesystem === true,
  'may get more rights': (_, { securityContext }) =>
    securityContext?.allowPrivilegeEscalation === false,
  'requests no processor time and no memory': (_, { resources }) =>
    ['cpu', 'memory'].every(each => resources?.requests?.[each] !== undefined),
  'has no limit of memory': (_, { resources }) => resources?.limits?.memory !== undefined,
};

const missing = (pod: PodSpec): string[] =>
  Object.entries(wanted)
    .filter(([, isFine]) => !pod.containers.every(container => isFine(pod, container)))
    .map(([fault]) => fault);
