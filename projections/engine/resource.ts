import type { Row } from '../../platform/read-store/port.ts';
import type { OrganizationId, StreamName } from '../../schemas/ids.ts';
import type { Projection } from './projection.ts';
import type { DomainState } from './read/history.ts';

/** What users create, read, change and delete: all that its endpoints share. */
export type Resource<R extends Row = Row, Id extends string = string> = {
  /** One of them, as messages say it; several with an `s`. */
  readonly name: string;
  readonly id: (text: string) => Id;
  readonly stream: (id: Id) => StreamName;
  readonly projection: Projection<R>;
  /** Without an id: what the keys of all rows of the organization begin with. */
  key(organizationId: OrganizationId, id: Id | ''): string;
};

/** An organization has at most so many at once. Requests side by side may exceed it a little: it is compared with what can be read. */
export type Limited = { readonly limit: number };

/** What finds a row of it. */
export type Kept<R extends Row, Id extends string> = Pick<Resource<R, Id>, 'projection'> & {
  readonly key: (organizationId: OrganizationId, id: Id) => string;
};

export const rowOf = <R extends Row, Id extends string>(
  { projection, key }: Kept<R, Id>,
  organizationId: OrganizationId,
  id: Id,
  state: Pick<DomainState, 'get'>,
): R | undefined => state.get(projection, key(organizationId, id));
