import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Page } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { About } from './about.tsx';
import { clicksOf, clicksWithoutInstant } from './click-table.tsx';
import { Parts } from './parts.tsx';
import { Player } from './player.tsx';
import styles from './replay.module.css';
import { partsOf, type Stretch, segmentOf, spanOf } from './timeline.ts';

/** What did the user see, and which of their requests failed? */
export function Replay() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getReplay', { params: { session_id: id } });
  return (
    <Page title="Recorded session">
      <ReadBody reading={reading} height={640}>
        {found => <Found found={found} />}
      </ReadBody>
    </Page>
  );
}

function Found({ found }: { readonly found: ResponseOf<'getReplay'> }) {
  const [{ part: printed }] = usePageSearch('part');
  const segments = useMemo(() => found.segments.map(segmentOf), [found.segments]);
  const parts = useMemo(() => partsOf(segments), [segments]);
  const wanted = Math.floor(Number(printed ?? 1));
  const number = wanted >= 1 && wanted <= parts.length ? wanted : 1;
  const shown = parts[number - 1] ?? segments;
  const { spans, errors, slowRequests, clicks } = useMemo(() => {
    const isShown = parts.length > 1 ? isWithin(spanOf(shown)) : () => true;
    return {
      spans: found.traces.filter(({ time }) => isShown(time)),
      errors: found.errors.filter(({ time }) => isShown(time)),
      slowRequests: found.slow_requests.filter(({ at }) => isShown(at)),
      clicks: clicksOf(found).filter(({ at }) => isShown(at)),
    };
  }, [found, parts.length, shown]);
  return (
    <div className={styles.found}>
      <About found={found} />
      {parts.length > 1 && <Parts parts={parts} number={number} />}
      <Player
        key={`${found.session_id} ${number}`}
        session={found.session_id}
        segments={shown}
        spans={spans}
        errors={errors}
        slowRequests={slowRequests}
        clicks={clicks}
        moreClicks={clicksWithoutInstant(found)}
      />
    </div>
  );
}

const isWithin =
  ({ fromMs, toMs }: Stretch) =>
  (time: string): boolean =>
    Date.parse(time) >= fromMs && Date.parse(time) <= toMs;
