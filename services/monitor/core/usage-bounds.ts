import type { Month } from '../../../schemas/billing/month.ts';
import type { Usage } from '../../../schemas/billing/quota.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';

/** What came from an organization since the last look. */
export type UsageDelta = {
  readonly organizationId: OrganizationId;
  readonly spans: number;
  readonly bytes: number;
};

/**
 * What organizations may have used of a month at most. Spans are never fewer than traces and their
 * sum is cheap, so traces are counted only where that many spans could have reached a quota.
 */
export type UsageUpperBounds = {
  readonly month: Month;
  readonly atMost: ReadonlyMap<OrganizationId, Usage>;
  /** Those that grew and were not judged since. */
  readonly open: ReadonlySet<OrganizationId>;
};

export const emptyTally = (month: Month): UsageUpperBounds => ({
  month,
  atMost: new Map(),
  open: new Set(),
});

const nothing: Usage = { traces: 0, bytes: 0 };

export const atMostOf = ({ atMost }: UsageUpperBounds, organizationId: OrganizationId): Usage =>
  atMost.get(organizationId) ?? nothing;

export function grown(tally: UsageUpperBounds, growth: readonly UsageDelta[]): UsageUpperBounds {
  const atMost = new Map(tally.atMost);
  const open = new Set(tally.open);
  for (const { organizationId, spans, bytes } of growth) {
    const before = atMost.get(organizationId) ?? nothing;
    atMost.set(organizationId, { traces: before.traces + spans, bytes: before.bytes + bytes });
    open.add(organizationId);
  }
  return { ...tally, atMost, open };
}

/** After traces were counted: growth that the count has seen already only makes the bound higher. */
export function counted(
  tally: UsageUpperBounds,
  usage: ReadonlyMap<OrganizationId, Usage>,
): UsageUpperBounds {
  return { ...tally, atMost: new Map([...tally.atMost, ...usage]) };
}

export function evaluated(
  tally: UsageUpperBounds,
  organizations: Iterable<OrganizationId>,
): UsageUpperBounds {
  const open = new Set(tally.open);
  for (const organizationId of organizations) open.delete(organizationId);
  return { ...tally, open };
}
