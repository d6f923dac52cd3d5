import { routes } from '../../../schemas/http/routes.ts';
import { meteredConsumers } from '../../../schemas/topics.ts';
import { gatewayConfig } from '../gateway.ts';
import { deploymentsIn, type Labels, type Manifest, ofKind, selects } from './manifests.ts';
import type { Configuration } from './read.ts';

const ofEach = ['Deployment', 'PodDisruptionBudget', 'Service'];

/** Kinds of what each configuration switches on: those of extensions only where they are asked for. */
const kinds: Readonly<Record<Configuration, readonly string[]>> = {
  minimal: ['ConfigMap', ...ofEach],
  everything: [
    'ConfigMap',
    ...ofEach,
    'HorizontalPodAutoscaler',
    'Ingress',
    'NetworkPolicy',
    'ScaledObject',
    'ServiceMonitor',
    'TriggerAuthentication',
  ],
  'external-gateway': [...ofEach, 'NetworkPolicy'],
};

/** What is wrong with what stands around the Pods of a rendered chart. */
export const objectFaults = (
  configuration: Configuration,
  manifests: readonly Manifest[],
): readonly string[] => [
  ...kindFaults(kinds[configuration], manifests),
  ...serviceFaults(manifests),
  ...budgetFaults(manifests),
  ...policyFaults(manifests),
  ...scalingFaults(manifests),
  ...gatewayFaults(manifests),
];

function kindFaults(expected: readonly string[], manifests: readonly Manifest[]): string[] {
  const found = new Set(manifests.map(({ kind }) => kind));
  return [
    ...expected.filter(kind => !found.has(kind)).map(kind => `there is no ${kind}`),
    ...[...found].filter(kind => !expected.includes(kind)).map(kind => `there is a ${kind}`),
  ];
}

type ServiceSpec = {
  readonly selector: Labels;
  readonly ports: readonly { readonly port: number; readonly targetPort: string }[];
};

function serviceFaults(manifests: readonly Manifest[]): string[] {
  return ofKind<ServiceSpec>(manifests, 'Service').flatMap(({ metadata: { name }, spec }) => {
    const [pod, ...others] = podsOf(manifests, spec.selector);
    if (pod === undefined || others.length > 0) return [`${name} does not select one Deployment`];
    const ports = pod.template.spec.containers[0].ports ?? [];
    return spec.ports
      .filter(
        ({ port, targetPort }) =>
          !ports.some(each => each.name === targetPort && each.containerPort === port),
      )
      .map(({ targetPort }) => `${name}: no container has the port ${targetPort}`);
  });
}

const podsOf = (manifests: readonly Manifest[], selector: Labels) =>
  deploymentsIn(manifests)
    .map(({ spec }) => spec)
    .filter(({ template }) => selects(selector, template.metadata.labels));

type Selecting = { readonly selector: { readonly matchLabels: Labels } };

function budgetFaults(manifests: readonly Manifest[]): string[] {
  const budgets = ofKind<Selecting>(manifests, 'PodDisruptionBudget');
  return deploymentsIn(manifests)
    .filter(
      ({ spec }) =>
        budgets.filter(({ spec: { selector } }) =>
          selects(selector.matchLabels, spec.template.metadata.labels),
        ).length !== 1,
    )
    .map(({ metadata: { name } }) => `a drain may stop all of ${name}`);
}

type PolicySpec = {
  readonly podSelector: { readonly matchLabels: Labels };
  readonly ingress?: readonly { readonly from?: readonly unknown[] }[];
};

/** Where there are policies, each Deployment has one, and only the gateway may be open to everybody. */
function policyFaults(manifests: readonly Manifest[]): string[] {
  const policies = ofKind<PolicySpec>(manifests, 'NetworkPolicy');
  if (policies.length === 0) return [];
  return deploymentsIn(manifests).flatMap(({ metadata: { name }, spec }) => {
    const { labels } = spec.template.metadata;
    const own = policies.filter(policy => selects(policy.spec.podSelector.matchLabels, labels));
    const isOpen = own.some(({ spec: { ingress = [] } }) =>
      ingress.some(({ from = [] }) => from.length === 0),
    );
    return [
      ...(own.length === 1 ? [] : [`no NetworkPolicy is about ${name}`]),
      ...(isOpen && labels['app.kubernetes.io/component'] !== 'gateway'
        ? [`everybody may reach ${name}`]
        : []),
    ];
  });
}

type ScalerSpec = {
  readonly scaleTargetRef: { readonly name: string };
  readonly maxReplicas?: number;
  readonly maxReplicaCount?: number;
  readonly triggers?: readonly {
    readonly metadata: { readonly consumerGroup: string; readonly topic: string };
  }[];
};

/** A Deployment that is scaled has no number of its own, which each upgrade would set again. */
function scalingFaults(manifests: readonly Manifest[]): string[] {
  const scalers = [
    ...ofKind<ScalerSpec>(manifests, 'HorizontalPodAutoscaler'),
    ...ofKind<ScalerSpec>(manifests, 'ScaledObject'),
  ];
  const scaled = scalers.map(({ spec }) => spec.scaleTargetRef.name);
  const deployments = deploymentsIn(manifests);
  return [
    ...scaled
      .filter(name => !deployments.some(({ metadata }) => metadata.name === name))
      .map(name => `no Deployment ${name} to scale`),
    ...deployments
      .filter(
        ({ metadata, spec }) => scaled.includes(metadata.name) !== (spec.replicas === undefined),
      )
      .map(({ metadata }) => `${metadata.name}: expected either replicas or an autoscaler`),
    ...ofKind<ScalerSpec>(manifests, 'ScaledObject').flatMap(({ spec }) =>
      lagFaults(spec, deployments),
    ),
  ];
}

function lagFaults(
  { scaleTargetRef, maxReplicaCount = 100, triggers = [] }: ScalerSpec,
  deployments: ReturnType<typeof deploymentsIn>,
): string[] {
  const target = deployments.find(({ metadata }) => metadata.name === scaleTargetRef.name);
  const env = target?.spec.template.spec.containers[0].env ?? [];
  const partitions = Number(env.find(({ name }) => name === 'KAFKA_PARTITIONS')?.value);
  const watched = triggers.map(({ metadata }) => `${metadata.consumerGroup} of ${metadata.topic}`);
  const expected = meteredConsumers.map(({ group, topic }) => `${group} of ${topic}`);
  return [
    ...(maxReplicaCount <= partitions
      ? []
      : [`${maxReplicaCount} processors for ${partitions} partitions`]),
    ...(watched.toSorted().join() === expected.toSorted().join()
      ? []
      : [`the lag of ${watched.join(', ')} is watched, expected ${expected.join(', ')}`]),
  ];
}

const resolver = /^\s*resolver (\S+) /m;
const host = (role: string): RegExp => new RegExp(`^\\s*server (\\S*${role}\\.\\S+):4318 `, 'm');

/** The configuration has the routes of this version, and its hosts are Services. */
function gatewayFaults(manifests: readonly Manifest[]): string[] {
  const services = ofKind<ServiceSpec>(manifests, 'Service').map(({ metadata }) => metadata.name);
  return manifests.flatMap(({ kind, data }) => {
    const text = data?.['nginx.conf'];
    if (kind !== 'ConfigMap' || text === undefined) return [];
    const [ingest = '', query = ''] = ['ingest-api', 'query-api'].map(
      role => host(role).exec(text)?.[1],
    );
    const upstreams = {
      'ingest-api': [ingest],
      'query-api': [query],
      resolver: resolver.exec(text)?.[1] ?? '',
    };
    return [
      ...(text === gatewayConfig(routes, upstreams) ? [] : ['the gateway has other routes']),
      ...[ingest, query]
        .filter(each => !services.includes(each.split('.')[0] ?? ''))
        .map(each => `the gateway sends to ${each}, which is no Service`),
    ];
  });
}
