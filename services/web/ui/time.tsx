import { instantText, relativeText } from '../time/format.ts';
import { useNow } from '../time/use-now.ts';
import { useZone } from '../time/zone.ts';

type InstantProps = {
  /** RFC 3339. */
  readonly at: string;
  readonly shape?: 'minute' | 'second' | 'clock' | 'day';
  /** With how long ago it was. */
  readonly isRelative?: boolean;
};

/** An instant in the reader's zone; RFC 3339 in UTC on hover. */
export function Instant({ at, shape = 'second', isRelative = false }: InstantProps) {
  const zone = useZone();
  const nowMs = useNow();
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={at}>
      {instantText(ms, shape, zone)}
      {isRelative && ` (${relativeText(ms, nowMs)})`}
    </time>
  );
}
