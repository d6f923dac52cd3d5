import type { Principal } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';

type Key = Pick<Principal, 'services'>;

/** Whether a key may read a service. */
export const isOwnService = ({ services }: Key, service: string): boolean =>
  services?.includes(service) ?? true;

/** Throws what an unknown service gets for one that the key may not read. */
export function assertOwnService(key: Key, service: string): void {
  if (!isOwnService(key, service)) throw noSuchService(service);
}

/** The services whose rows a list shows; none named means all of the organization. */
export function servicesAsked(key: Key, service: string | undefined): readonly string[] {
  if (service === undefined || service === '') return key.services ?? [];
  assertOwnService(key, service);
  return [service];
}

export const noSuchService = (service: string) =>
  notFound(`there is no service '${service.slice(0, charactersShown)}'`);

const charactersShown = 200;
