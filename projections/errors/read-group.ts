import type { ErrorGroupNames } from '../../schemas/errors/group.ts';
import type { ErrorGroupId } from '../../schemas/errors/ids.ts';
import type { OrganizationId } from '../../schemas/ids.ts';

type Read = <Row>(statement: {
  readonly sql: string;
  readonly parameters: { readonly organization: OrganizationId } & Readonly<
    Record<string, unknown>
  >;
}) => Promise<Row[]>;

/** What the errors of a group have in common; undefined where the organization has none that are kept. */
export async function readErrorGroup(
  organization: OrganizationId,
  id: ErrorGroupId,
  read: Read,
): Promise<ErrorGroupNames | undefined> {
  const [group] = await read<ErrorGroupNames>({
    sql: `SELECT toString(service) AS service, toString(type) AS errorType FROM errors
          WHERE organization = {organization:UUID} AND group_id = {id:UUID} LIMIT 1`,
    parameters: { organization, id },
  });
  return group;
}
