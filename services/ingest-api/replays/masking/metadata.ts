import { scrub } from '../../../../domain/scrub/scrub.ts';
import type { ChunkMetadata } from '../chunk-metadata.ts';
import { maskingLimits as limits } from './config.ts';
import { type MaskingRules, openRules } from './rules.ts';
import { withoutOwn } from './texts.ts';

/**
 * What is known of a chunk, as it is stored: the address of the page without secrets. By its user a session is found, so its id
 * stays as it is.
 */
export function maskedMetadata(
  { statedBytes: _, ...sent }: ChunkMetadata,
  rules: MaskingRules,
): Omit<ChunkMetadata, 'statedBytes'> {
  const steps = { left: limits.addressStepsMax };
  const url = scrub(withoutOwn(sent.url, { rules: openRules(rules), steps })).value as string;
  return { ...sent, url };
}
