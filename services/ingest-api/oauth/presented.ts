import type { Projections } from '../../../projections/engine/run.ts';
import { type GrantTokenRow, grantTokens } from '../../../projections/oauth/grant-tokens.ts';
import { erasures } from '../../../projections/organizations/erasures.ts';
import { hashApiKey } from '../../../schemas/api-keys/format.ts';

export type FindDependencies = {
  readonly projections: Pick<Projections, 'barrier' | 'get'>;
};

/** Whose a code or token is, also one that was used; undefined for one that is unknown, or of an organization that is to be erased. */
export async function findToken(
  text: string,
  { projections: { barrier, get } }: FindDependencies,
  signal: AbortSignal,
): Promise<GrantTokenRow | undefined> {
  await barrier(signal);
  const row = get(grantTokens, hashApiKey(text));
  return row && get(erasures, row.organizationId) === undefined ? row : undefined;
}
