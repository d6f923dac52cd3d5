import { UnreadableFrame } from './unreadable-frame.ts';
import { zstd } from './zstd.ts';

/**
 * The codecs that what is stored may name, by these names: none is ever renamed, and one that is
 * written was known to readers one release before.
 */
const codecNames = ['zstd'] as const;

/** Compressed bytes, and what they say about themselves. */
export type Compressed = {
  readonly codec: string;
  readonly frame: Uint8Array;
  readonly inflatedBytes: number;
};

/**
 * What was compressed, valid until the next call on this thread. Throws `UnreadableFrame` for a
 * codec that is not known and for more than `inflatedBytesMax`, before memory is taken for it, and
 * for a frame that holds anything but what it claims.
 */
export function inflate(
  { codec, frame, inflatedBytes }: Compressed,
  inflatedBytesMax: number,
): Buffer {
  if (codec !== 'zstd') {
    const known = codecNames.join(', ');
    throw new UnreadableFrame(`expected one of the codecs ${known}, found ${shortened(codec)}`);
  }
  if (!Number.isSafeInteger(inflatedBytes) || inflatedBytes < 0)
    throw new UnreadableFrame(`expected a number of inflated bytes, found ${inflatedBytes}`);
  if (inflatedBytes > inflatedBytesMax) {
    const message = `expected at most ${inflatedBytesMax} inflated bytes, found ${inflatedBytes}`;
    throw new UnreadableFrame(message);
  }
  return zstd().inflate(frame, inflatedBytes);
}

const quotedCharactersMax = 40;

const shortened = (text: string): string => JSON.stringify(text.slice(0, quotedCharactersMax));
