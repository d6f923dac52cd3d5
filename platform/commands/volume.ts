import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { hourMs } from '../../schemas/durations.ts';
import { rateLimited } from '../http/problem.ts';
import type { VolumeLimits } from './limits.ts';

/** What senders write by the hour. */
export type Volume = {
  /** Counts a command; throws 429 when its sender has written its share. */
  readonly take: (sender: string, bytes: number) => void;
  /** Counts that it was rejected: its sender may owe something afterwards. */
  readonly rejected: (sender: string) => void;
};

export function openVolume(limits: VolumeLimits): Volume {
  const { bytesPerHour, commandBytesMin, rejectedBytes, sendersMax } = limits;
  const buckets = new LRUCache<string, TokenBucket>({ max: sendersMax });
  const bucketOf = (sender: string): TokenBucket => {
    const known = buckets.get(sender);
    if (known !== undefined) return known;
    const bucket = new TokenBucket({
      bucketSize: bytesPerHour,
      tokensPerInterval: bytesPerHour,
      interval: hourMs,
    });
    bucket.content = bytesPerHour;
    buckets.set(sender, bucket);
    return bucket;
  };
  return {
    take: (sender, bytes) => {
      const bucket = bucketOf(sender);
      const counted = Math.max(bytes, commandBytesMin);
      if (bucket.tryRemoveTokens(counted)) return;
      const message = `an organization may send ${bytesPerHour} bytes of commands an hour, and one that is rejected counts as ${rejectedBytes} more`;
      throw rateLimited(message, bucket.getWaitTime(counted));
    },
    rejected: sender => {
      bucketOf(sender).content -= rejectedBytes;
    },
  };
}
