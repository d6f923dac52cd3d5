import { parseAllDocuments } from 'yaml';

/** What the checks read of an object. */
export type Manifest = {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
};

export type Labels = Readonly<Record<string, string>>;

export type Probe = {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
};

export type Container = {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly exec: { readonly command: string[] } } };
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
  readonly securityContext?: {
    readonly readOnlyRootFilesystem?: boolean;
    readonly allowPrivilegeEscalation?: boolean;
  };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
};

type Variable = {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
};

export type PodSpec = {
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: { readonly runAsNonRoot?: boolean };
  readonly containers: readonly [Container];
  readonly volumes?: readonly { readonly name: string }[];
};

export type DeploymentSpec = {
  readonly replicas?: number;
  readonly selector: { readonly matchLabels: Labels };
  readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
};

/** Objects of a rendered chart; nothing between two marks is none. */
export const parseManifests = (text: string): readonly Manifest[] =>
  parseAllDocuments(text)
    .map(document => document.toJS() as Manifest | null)
    .filter(manifest => manifest !== null);

/** All of a kind, with what the caller knows of their spec. */
export const ofKind = <Spec>(
  manifests: readonly Manifest[],
  kind: string,
): readonly (Manifest & { readonly spec: Spec })[] =>
  manifests.filter((each): each is Manifest & { readonly spec: Spec } => each.kind === kind);

export const deploymentsIn = (manifests: readonly Manifest[]) =>
  ofKind<DeploymentSpec>(manifests, 'Deployment');

/** Whether labels have all that a selector names. */
export const selects = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
