/** Room that is kept for what was announced, and not for ever. */
export type Reservations = {
  /** `expired` is called when the claim grows too old; the answer settles it before. */
  readonly open: (expired: () => void) => () => void;
  /** Ends all that are too old. */
  readonly expire: () => void;
};

type Claim = { readonly openedAtMs: number; readonly expired: () => void };

/** Claims end in the order in which they began, so that looking for old ones costs nothing. */
export function openClaims(now: () => number, claimMs: number): Reservations {
  const claims = new Set<Claim>();
  return {
    open: expired => {
      const claim = { openedAtMs: now(), expired };
      claims.add(claim);
      return () => void claims.delete(claim);
    },
    expire: () => {
      const bornBeforeMs = now() - claimMs;
      for (const claim of claims) {
        if (claim.openedAtMs >= bornBeforeMs) return;
        claims.delete(claim);
        claim.expired();
      }
    },
  };
}
