import type { Personal } from '../personal.ts';
import { type DomainEvent, eventVersion } from './event.ts';

type Data = Readonly<Record<string, unknown>>;

/**
 * A stored event in the current shape. Version 1 stored the name of an organization and the metadata of a
 * source in clear. They stay readable.
 */
export function upcast(stored: DomainEvent): DomainEvent {
  if (stored.version !== 1) return stored;
  const cast = firstVersion[stored.type];
  if (cast === undefined) return stored;
  return Object.assign({}, stored, { version: eventVersion, data: cast(stored.data) });
}

/** The data of `RequestRegistration` had this shape too. */
export function requestedOfFirstVersion({ organizationName, ...rest }: Data): Data {
  const displayName = clear(organizationName);
  return { ...integratedOfFirstVersion(rest), ...(displayName && { displayName }) };
}

function integratedOfFirstVersion({ sourceMetadata, ...rest }: Data): Data {
  return { ...rest, metadata: clear(JSON.stringify(sourceMetadata)) };
}

const createdOfFirstVersion = ({ name, ...rest }: Data): Data => ({
  ...rest,
  displayName: clear(name),
});

const firstVersion: { readonly [Type in DomainEvent['type']]?: (data: Data) => Data } = {
  RegistrationRequested: requestedOfFirstVersion,
  OrganizationCreated: createdOfFirstVersion,
  ServiceIntegrated: integratedOfFirstVersion,
};

const clear = (value: unknown): Personal | undefined =>
  typeof value === 'string' ? { clear: value } : undefined;
