import type { Principal } from '../../../platform/http/handler.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import { servicesAsked } from '../services/own-service.ts';
import { stepsOf } from '../services/service-timeseries.ts';
import type { Steps } from '../services/steps.ts';
import { knownSql } from '../windows/known-condition.ts';

/** Of which errors groups are made. */
export type AskedErrors = {
  readonly organization: OrganizationId;
  /** All of the organization when empty. */
  readonly services: readonly string[];
  readonly steps: Steps;
  /** A condition on the errors that count; all when empty. */
  readonly known: string;
};

type Query = Pick<QueryOf<'listErrors'>, 'from' | 'to' | 'step' | 'as_of' | 'service'>;

/** Throws 400 for a range that is none or has too many steps, 404 for a service that the key may not read. */
export function askedErrors(
  { key, query }: { readonly key: Principal; readonly query: Query },
  nowMs: number,
): AskedErrors {
  const toMs = query.to ?? query.as_of ?? nowMs;
  const range = { from: query.from ?? toMs - limits.errorsPresetMs, to: toMs, step: query.step };
  const steps = stepsOf({ ...range, window: undefined }, toMs, {
    // A range that begins within a step touches one more.
    max: limits.errorStepsMax + 1,
    preset: limits.errorStepsMax,
  });
  return {
    organization: key.organizationId,
    services: servicesAsked(key, query.service),
    known: knownSql(query.as_of),
    steps,
  };
}

export const parametersOf = ({ organization, services, steps }: AskedErrors) => ({
  organization,
  services,
  from: steps.fromSeconds,
  to: steps.toSeconds,
});

/** A condition on the errors of the services, whenever they ended. */
export const ofServices = ({ known }: AskedErrors): string => `
  organization = {organization:UUID}
  AND (empty({services:Array(String)}) OR service IN {services:Array(String)}) ${known}`;

/** A condition on those of the range. */
export const inRange = `time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')`;
