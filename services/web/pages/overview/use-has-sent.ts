import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';

const waitingMs = 2_000;
const monthMs = 30 * 86_400_000;

/**
 * Whether the organization ever sent something that is kept; undefined while that is not known. While nothing came it is
 * looked at again and again, so that the page changes by itself.
 */
export function useHasSent(): boolean | undefined {
  const { asOf } = useTime();
  const [from] = useState(() => new Date(Date.now() - monthMs).toISOString());
  const me = useRead('me', { everyMs: 60_000 }).data?.body;
  const received = me?.subscription?.usage.bytes_by_kind;
  // The account says what the organization sent this month. Only if that is nothing, its services of 30 days are read too.
  const mayBeNew = asOf === undefined && received?.traces === 0 && received.metrics === 0;
  const services = useRead('listServices', {
    query: { from },
    isWanted: mayBeNew,
    everyMs: waitingMs,
  });
  if (me === undefined) return undefined;
  if (!mayBeNew) return true;
  return services.data === undefined ? undefined : services.data.body.services.length > 0;
}
