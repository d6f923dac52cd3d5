import { scrub } from '../../../../domain/scrub/scrub.ts';
import type { Keyring } from '../../../../platform/keyring/port.ts';
import { maskedUserId } from '../../../../platform/privacy/replay-users.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { ReplaySettings } from '../../../../schemas/replays/settings.ts';
import type { ChunkMetadata } from '../chunk-metadata.ts';
import { maskingLimits as limits } from './config.ts';
import { type MaskingRules, openRules } from './rules.ts';
import { withoutOwn } from './texts.ts';

type Masking = {
  readonly rules: MaskingRules;
  readonly settings: Pick<ReplaySettings, 'maskUserId'>;
  readonly organizationId: OrganizationId;
  readonly keyring: Pick<Keyring, 'macOf'>;
};

/**
 * What is known of a chunk, as it is stored: the address of the page without secrets, and the id of the user as it is, or as a hash by which
 * sessions are still found.
 */
export async function maskedMetadata(
  { statedBytes: _, ...sent }: ChunkMetadata,
  { rules, settings, organizationId, keyring }: Masking,
): Promise<Omit<ChunkMetadata, 'statedBytes'>> {
  const steps = { left: limits.addressStepsMax };
  const url = scrub(withoutOwn(sent.url, { rules: openRules(rules), steps })).value as string;
  const isMasked = settings.maskUserId && sent.userId !== '';
  const userId = isMasked ? await maskedUserId(organizationId, sent.userId, keyring) : sent.userId;
  return { ...sent, url, userId };
}
