import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { bytesText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { DeleteMap } from './delete-maps.tsx';

type SourceMap = ResponseOf<'listSourceMaps'>['source_maps'][number];

/** Maps, the newest first. */
export const MapTable = ({ maps }: { readonly maps: readonly SourceMap[] }) => (
  <DataTable caption="Source maps" rows={maps} keyOf={({ id }) => id} columns={columns} />
);

const columns: readonly Column<SourceMap>[] = [
  { name: 'File', width: '30%', cell: ({ filename }) => <ForeignLine>{filename}</ForeignLine> },
  {
    name: 'Release',
    cell: ({ release }) =>
      release === undefined ? (
        <Muted>none</Muted>
      ) : (
        <LinkTo link={{ to: '/source-maps', search: { release } }}>
          <ForeignLine>{release}</ForeignLine>
        </LinkTo>
      ),
  },
  { name: 'Debug id', cell: ({ debug_id: id }) => <code>{id}</code> },
  {
    name: 'Size',
    isNumber: true,
    by: ({ size_bytes: bytes }) => bytes,
    cell: ({ size_bytes: bytes }) => bytesText(bytes),
  },
  {
    name: 'Stored',
    by: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <Instant at={at} shape="minute" />,
  },
  { name: 'Actions', cell: map => <DeleteMap map={map} /> },
];
