import type { ResponseOf } from '../../../../schemas/http/routes.ts';

type Body = Pick<ResponseOf<'listDeployments'>, 'deployments' | 'recorded'>;

export type ShownDeployment = {
  readonly key: string;
  readonly at: string;
  readonly version: string;
  /** The version before it, where spans name both. */
  readonly previous?: string;
  /** Of one that a pipeline recorded. */
  readonly environment?: string;
};

/** What spans name and what pipelines recorded, the latest first. */
export const shownDeployments = ({ deployments, recorded }: Body): readonly ShownDeployment[] =>
  [
    ...deployments.map(({ version, previous_version: previous, first_seen_at: at }) => ({
      key: `seen ${version}`,
      at,
      version,
      previous,
    })),
    ...recorded.map(({ id: key, version, environment, deployed_at: at }) => ({
      key,
      at,
      version,
      environment,
    })),
  ].toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at));
