import type { ReleaseChanges, SentRelease } from '../../../../schemas/releases/commands.ts';
import type { Release } from '../../../../schemas/releases/release.ts';

const textFields = ['commitSha', 'commitRange', 'url', 'author', 'notes'] as const;

/** A release that is recorded again: texts that are sent replace, services are added, and its source stays that of the first. */
export function mergedRelease(before: Release, { services = [], ...sent }: SentRelease): Release {
  const texts = textFields.filter(field => sent[field] !== undefined);
  return {
    ...before,
    ...Object.fromEntries(texts.map(field => [field, sent[field]])),
    services: withServices(before.services, services),
  };
}

/** A release after a change; one that is finalized stays so since the first time. */
export function changedRelease(before: Release, changes: ReleaseChanges, atMs: number): Release {
  const { services = before.services, addedServices = [] } = changes;
  const { finalizedAtMs, ...rest } = before;
  const isFinalized = changes.isFinalized ?? finalizedAtMs !== undefined;
  const texts = textFields.flatMap(field => {
    const value = changes[field] === undefined ? before[field] : changes[field];
    return value === undefined || value === null ? [] : [[field, value] as const];
  });
  return {
    version: rest.version,
    services: withServices([], [...services, ...addedServices]),
    source: rest.source,
    ...Object.fromEntries(texts),
    ...(isFinalized && { finalizedAtMs: finalizedAtMs ?? atMs }),
  };
}

/** Each once, in the order in which they were named. */
export const withServices = (
  services: readonly string[],
  added: readonly string[],
): readonly string[] => [...new Set([...services, ...added])];

/** With its fields in one order. */
export const textOf = (release: Release): string =>
  JSON.stringify([
    release.services,
    textFields.map(field => release[field] ?? null),
    release.finalizedAtMs ?? null,
  ]);
