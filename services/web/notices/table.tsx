import { Badge } from '../ui/badge.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Foreign, ForeignLine } from '../ui/text.tsx';
import { Instant } from '../ui/time.tsx';
import { resultTones } from './result-tones.ts';
import { type Notice, reasonText } from './words.ts';

type NoticeTableProps = {
  readonly caption: string;
  readonly notices: readonly Notice[];
  /** What happened, by why a notice was due. */
  readonly whys: Readonly<Record<Notice['why'], string>>;
  readonly shape: 'clock' | 'minute';
};

/** Which channels were told and which were not, with the reason. */
export const NoticeTable = ({ caption, notices, whys, shape }: NoticeTableProps) => (
  <DataTable
    caption={caption}
    rows={notices.map((notice, index) => ({ ...notice, index }))}
    keyOf={({ index }) => String(index)}
    columns={columnsOf(whys, shape)}
  />
);

const columnsOf = (
  whys: NoticeTableProps['whys'],
  shape: NoticeTableProps['shape'],
): readonly Column<Notice>[] => [
  { name: 'When', cell: ({ at }) => <Instant at={at} shape={shape} /> },
  {
    name: 'Channel',
    cell: ({ channel_id: id, channel_name: name }) => (
      <ForeignLine>{name ?? (id === null ? 'no channel' : 'a removed channel')}</ForeignLine>
    ),
  },
  { name: 'That it', cell: ({ why }) => whys[why] },
  { name: 'Result', cell: notice => <Result notice={notice} /> },
];

function Result({ notice }: { readonly notice: Notice }) {
  const reason = reasonText(notice);
  return (
    <>
      <Badge tone={resultTones[notice.result]}>
        {notice.result === 'withheld' ? 'not told' : notice.result}
      </Badge>{' '}
      {reason !== '' && <Foreign>{reason}</Foreign>}
    </>
  );
}
