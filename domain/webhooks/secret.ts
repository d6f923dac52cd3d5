import { base62 } from '../../schemas/base62.ts';

const digits = 32;

/** `whsec_<32 base62>`; the part behind the prefix is base64 too, as Standard Webhooks wants it. */
export const webhookSecret = (bytes: Uint8Array): string =>
  `whsec_${base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), digits)}`;
