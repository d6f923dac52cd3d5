import { useRead } from '../../data/use-read.ts';
import { NoticeTable } from '../../notices/table.tsx';
import { type Notice, toldText } from '../../notices/words.ts';
import { Box } from '../../ui/box.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { boxHeight } from './box-height.ts';

const limit = 100;

/** Which channels were told of its failures and recoveries, and which were not. */
export function Told({ id }: { readonly id: string }) {
  const [box, isWanted] = useInView();
  const reading = useRead('healthCheckNotices', {
    params: { id },
    query: { limit },
    everyMs: 15_000,
    isWanted,
  });
  return (
    <ReadPanel
      title="Who was told"
      box={box}
      reading={reading}
      height={boxHeight}
      aside={toldText(reading.data?.body.notices ?? [])}
    >
      {({ notices, next_cursor }) => (
        <Box name="Who was told" height={boxHeight}>
          {notices.length === 0 ? (
            <Empty title="Nobody was told yet">
              The first failure and the recovery go to every channel.
            </Empty>
          ) : (
            <NoticeTable
              caption="Notices of this check"
              notices={notices}
              whys={whys}
              shape="minute"
            />
          )}
          {next_cursor !== null && <Muted>There were more; these are the latest.</Muted>}
        </Box>
      )}
    </ReadPanel>
  );
}

const whys: Readonly<Record<Notice['why'], string>> = {
  first: 'fails',
  reminder: 'still fails',
  resolved: 'has recovered',
  silence_over: 'failed during a silence',
};
