/** What each organization holds of something of which there is only so much. */
export type FairShareAllocator = {
  readonly take: (organization: string, amount: number) => void;
  /** Gives back what was taken. */
  readonly give: (organization: string, amount: number) => void;
  readonly held: (organization: string) => number;
  readonly total: () => number;
  readonly organizations: () => number;
  /**
   * The max-min fair share of `limit` while `organization` wants `wanted` in all: who holds less
   * keeps it, and what they leave is shared equally among the others.
   */
  readonly fairShare: (organization: string, wanted: number, limit: number) => number;
  /** What nobody may hold more of, so that all together hold at most `limit`. */
  readonly level: (limit: number) => number;
};

export type ReadonlyAllocator = Omit<FairShareAllocator, 'take' | 'give' | 'level'>;

/** `over`: the organization is over its fair share. `full`: there is no room for any organization. */
export type AdmissionDecision = 'admitted' | 'over' | 'full';

export function openShares(): FairShareAllocator {
  const holdings = new Map<string, number>();
  let total = 0;
  const held = (organization: string): number => holdings.get(organization) ?? 0;
  return {
    take: (organization, amount) => {
      holdings.set(organization, held(organization) + amount);
      total += amount;
    },
    give: (organization, amount) => {
      const rest = held(organization) - amount;
      if (rest > 0) holdings.set(organization, rest);
      else holdings.delete(organization);
      total -= amount;
    },
    held,
    total: () => total,
    organizations: () => holdings.size,
    fairShare: (organization, wanted, limit) => {
      const count = holdings.size + (holdings.has(organization) ? 0 : 1);
      if (count === 1 || wanted <= limit / count) return limit / count;
      const demands = [wanted];
      for (const [name, amount] of holdings) if (name !== organization) demands.push(amount);
      return levelOf(demands, limit);
    },
    level: limit => levelOf([...holdings.values()], limit),
  };
}

/**
 * Whether an organization may have `amount` more.
 *  limit  what is shared; beyond it only organizations below their share get more, and one without
 *         any request gets one of any length
 *  bound  what is never exceeded, so that newcomers find room before others have given back
 */
export function decideAdmission(
  shares: ReadonlyAllocator,
  { organization, amount }: { readonly organization: string; readonly amount: number },
  { limit, bound }: { readonly limit: number; readonly bound: number },
): AdmissionDecision {
  const total = shares.total() + amount;
  if (total > bound) return 'full';
  if (total <= limit) return 'admitted';
  const held = shares.held(organization);
  if (held === 0) return 'admitted';
  const wanted = held + amount;
  if (wanted <= shares.fairShare(organization, wanted, limit)) return 'admitted';
  return shares.organizations() > 1 ? 'over' : 'full';
}

/** Water poured over the demands: the level at which what is below it adds up to the limit. */
function levelOf(demands: number[], limit: number): number {
  demands.sort((left, right) => left - right);
  let rest = limit;
  for (const [index, demand] of demands.entries()) {
    const level = rest / (demands.length - index);
    if (demand > level) return level;
    rest -= demand;
  }
  return Number.POSITIVE_INFINITY;
}
