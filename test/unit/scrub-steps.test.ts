import { ok } from 'node:assert/strict';
import { scrub } from '../../domain/scrub/scrub.ts';
import { someOf } from '../support/property.ts';
import { countSteps } from '../support/regexp-steps/count.ts';
import { harmless } from '../support/scrub-corpus/harmless.ts';
import { hostileParts } from '../support/scrub-corpus/hostile.ts';
import { secrets } from '../support/scrub-corpus/secrets.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** A character costs as much in a long text as in a short one, but for what is cut off at the ends. */
const growthMax = 1.5;
/** Patterns have limits of length; what is within them is looked at again. */
const stepsPerCharacterMax = 5_000;

const all = [...secrets, ...harmless]
  .map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)))
  .join('\n');

const ofLength = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

const stepsPerCharacter = (part: string, length: number): number =>
  countSteps(() => scrub(ofLength(part, length))) / length;

describe('The steps of scrubbing', function () {
  this.timeout(600_000);

  it('are counted by an engine that finds what that of JavaScript finds', () => {
    const work = () => {
      for (const { value } of someOf([...secrets, ...harmless], 10)) scrub(value);
      for (const part of hostileParts) scrub(ofLength(part, KiB));
    };
    ok(countSteps(work, true) > 0);
  });

  it('are in proportion to a text of secrets and of harmless words, from 1 KiB to 1 MiB', () => {
    const [short, middle, long] = [16 * KiB, 128 * KiB, MiB].map(length =>
      stepsPerCharacter(all, length),
    );
    const most = growthMax * Math.max(stepsPerCharacter(all, KiB), short ?? 0);
    ok((middle ?? 0) <= most && (long ?? 0) <= most, `${short} ${middle} ${long}`);
  });

  it('are in proportion to a hostile text', () => {
    for (const part of someOf(hostileParts, 16)) {
      const [short, long] = [2 * KiB, 16 * KiB].map(length => stepsPerCharacter(part, length));
      const what = `${JSON.stringify(part)}: ${short}, then ${long} steps for each character`;
      ok((long ?? 0) <= growthMax * (short ?? 0), what);
      ok((long ?? 0) <= stepsPerCharacterMax, what);
    }
  });

  it('are in proportion to a hostile text of 1 MiB', () => {
    for (const part of someOf(hostileParts, hostileParts.length)) {
      const [short, long] = [16 * KiB, MiB].map(length => stepsPerCharacter(part, length));
      ok(
        (long ?? 0) <= growthMax * (short ?? 0),
        `${JSON.stringify(part)}: ${short}, then ${long} steps for each character`,
      );
    }
  });
});
