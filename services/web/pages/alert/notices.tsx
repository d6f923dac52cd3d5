import { useRead } from '../../data/use-read.ts';
import { NoticeTable } from '../../notices/table.tsx';
import { type Notice, toldText } from '../../notices/words.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import type { Alert } from './words.ts';

/** Which channels were told and which were not, with the reason. */
export function Notices({ alert }: { readonly alert: Alert }) {
  const [box, isWanted] = useInView();
  const reading = useRead('alertNotices', { params: { id: alert.id }, everyMs: 15_000, isWanted });
  const body = reading.data?.body;
  return (
    <ReadPanel
      title="Who was told"
      box={box}
      reading={reading}
      height={160}
      aside={toldText(body?.notices ?? [])}
    >
      {({ notices, next_cursor }) => (
        <>
          <SilencedLater silence={alert.silenced_later} />
          {notices.length === 0 ? (
            <Empty title="Nobody was told yet">
              What fires within half a minute goes into one notice.
            </Empty>
          ) : (
            <>
              <NoticeTable
                caption="Notices of this alert"
                notices={notices}
                whys={whys}
                shape="clock"
              />
              {next_cursor !== null && <Muted>There were more; these are the first.</Muted>}
            </>
          )}
        </>
      )}
    </ReadPanel>
  );
}

/** What was sent was sent: it stays in the list. */
const SilencedLater = ({ silence }: { readonly silence: Alert['silenced_later'] }) =>
  silence !== null && (
    <p>
      Silenced afterwards, from <Instant at={silence.from} /> until <Instant at={silence.until} />:{' '}
      <Foreign>{silence.reason}</Foreign>
    </p>
  );

const whys: Readonly<Record<Notice['why'], string>> = {
  first: 'fires',
  reminder: 'still fires',
  resolved: 'is resolved',
  silence_over: 'fired during a silence',
};
