import type { JsonScanner } from '../../../../platform/otlp/json/scanner.ts';
import { maskingLimits } from './config.ts';
import type { KnownNodes } from './nodes.ts';
import type { Steps } from './patterns.ts';
import type { Rewriter } from './rewriter.ts';
import type { Rules } from './rules.ts';

/** What masking one chunk has in hand: it reads with `json` and writes to `out`, value by value. */
export type Masking = {
  readonly json: JsonScanner;
  readonly out: Rewriter;
  readonly rules: Rules;
  /** That own patterns may still take. */
  readonly steps: Steps;
  /** That may still be looked through for secrets. */
  readonly scrubbed: { leftBytes: number };
  readonly nodes: KnownNodes;
};

/** Whether so many bytes more may be looked through for secrets, which then count. */
export function mayScrub({ scrubbed }: Masking, bytes: number): boolean {
  scrubbed.leftBytes -= Math.max(bytes, maskingLimits.scrubbedAtLeastBytes);
  return scrubbed.leftBytes >= 0;
}
