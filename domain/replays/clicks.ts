/**
 * Clicks that show that a page did not do what somebody expected.
 *
 * A rage click is a burst of at least three clicks within a second and within 30 pixels of each other, the measures of PostHog's
 * recorder (threshold 30 px, timeout 1,000 ms, 3 clicks). A burst counts once: it goes on as long as the next click
 * comes within a second and 30 pixels of the one before.
 *
 * A dead click is a click after which nothing happens for three seconds: no mutation, navigation, input, scroll or network
 * request. Microsoft Clarity's semantic metrics define it as a click that gets no feedback within a reasonable time; Sentry looks for
 * a mutation for up to seven seconds (getsentry/sentry-javascript, issue 8379). What is not recorded for so long after it
 * is not judged.
 */
export const clickRules = {
  rageClicksMin: 3,
  rageMs: 1_000,
  ragePixels: 30,
  deadMs: 3_000,
} as const;

type Click = { readonly atMs: number; readonly x: number; readonly y: number };

/**
 * Counts rage clicks and dead clicks of what it is given in the order of time; at the same instant, clicks come first.
 *  cost  one step for each call, and the clicks of the last three seconds as memory
 */
export class ClickCounter {
  rageClicks = 0;
  deadClicks = 0;
  /** The last clicks, at most as many as make a burst. */
  #last: Click[] = [];
  #isBurst = false;
  /** Instants of clicks after which nothing has happened yet; those before `#judged` are counted. */
  #waiting: number[] = [];
  #judged = 0;

  click(atMs: number, x: number, y: number): void {
    this.#judgeUntil(atMs);
    this.#waiting.push(atMs);
    const click = { atMs, x, y };
    const before = this.#last.at(-1);
    if (this.#isBurst && before !== undefined && !isNear(before, click)) this.#isBurst = false;
    this.#last = [...this.#last.slice(1 - clickRules.rageClicksMin), click];
    if (this.#isBurst || !isBurst(this.#last)) return;
    this.#isBurst = true;
    this.rageClicks++;
  }

  /** Something happened on the page. */
  effect(atMs: number): void {
    this.#judgeUntil(atMs);
    this.#waiting = [];
    this.#judged = 0;
  }

  /** Nothing is known of what comes later. */
  end(atMs: number): void {
    // An effect at the very end of the three seconds would have been seen.
    this.#judgeUntil(atMs + 1);
  }

  #judgeUntil(atMs: number): void {
    while ((this.#waiting[this.#judged] ?? Number.POSITIVE_INFINITY) + clickRules.deadMs < atMs) {
      this.#judged++;
      this.deadClicks++;
    }
    if (this.#judged <= this.#waiting.length / 2) return;
    this.#waiting = this.#waiting.slice(this.#judged);
    this.#judged = 0;
  }
}

/** By the same steps as the statement over the chunks of a session, so that both round alike. */
const isNear = (one: Click, other: Click): boolean => {
  const [x, y] = [other.x - one.x, other.y - one.y];
  return (
    Math.abs(other.atMs - one.atMs) <= clickRules.rageMs &&
    x * x + y * y <= clickRules.ragePixels ** 2
  );
};

/** Whether all of them are near each other, and enough. */
const isBurst = (clicks: readonly Click[]): boolean =>
  clicks.length === clickRules.rageClicksMin &&
  clicks.every((one, index) => clicks.slice(index + 1).every(other => isNear(one, other)));
