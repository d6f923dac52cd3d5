import type { AskedDeploy } from './asked.ts';

/** The services of each deployment, as values that are bound. */
export const servicesParameters = (
  deployments: readonly Pick<AskedDeploy, 'services'>[],
): Record<string, readonly string[]> =>
  Object.fromEntries(deployments.map(({ services }, at) => [`services${at}`, services]));

/** The version of each deployment. */
export const versionParameters = (
  deployments: readonly Pick<AskedDeploy, 'version'>[],
): Record<string, string> =>
  Object.fromEntries(deployments.map(({ version }, at) => [`version${at}`, version]));
