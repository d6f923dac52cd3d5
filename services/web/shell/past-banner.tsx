import { instantText, spanText } from '../time/format.ts';
import { useNow } from '../time/use-now.ts';
import { useTime } from '../time/use-time.ts';
import { useZone } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import styles from './past-banner.module.css';

/** Says that this is not now, and how it is looked at. */
export function PastBanner() {
  const { asOf, isKnownThen, search, change } = useTime();
  const zone = useZone();
  const nowMs = useNow();
  if (asOf === undefined) return null;
  const ms = Date.parse(asOf);
  const { as_of: _, known: __, ...now } = search;
  const { known: ___, ...then } = search;
  return (
    <div className={styles.banner} role="status">
      <span>
        You see <strong>{instantText(ms, 'minute', zone)}</strong> ({spanText(nowMs - ms)} ago) as
        Tidemark {isKnownThen ? 'knew it then' : 'knows it now'}.
      </span>
      <Button look="quiet" onClick={() => change(isKnownThen ? { ...search, known: 'now' } : then)}>
        {isKnownThen ? 'Show what is known now' : 'Show what was known then'}
      </Button>
      <Button onClick={() => change(now)}>Back to now</Button>
    </div>
  );
}
