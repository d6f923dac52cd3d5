import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText, percentText } from '../../ui/figures.ts';
import { ServiceName } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { useInView } from '../../ui/use-in-view.ts';

type Edge = ResponseOf<'serviceMap'>['edges'][number];
type Row = Edge & { readonly other: string; readonly type: string; readonly isCaller: boolean };

/** Who calls the service, and what it calls. */
export function Dependencies({ service }: { readonly service: string }) {
  const { from, to } = useTime();
  const [box, isWanted] = useInView();
  const reading = useRead('serviceMap', {
    query: { from, to, service },
    everyMs: 30_000,
    isWanted,
  });
  return (
    <ReadPanel title="Callers and dependencies" box={box} reading={reading} height={200}>
      {({ edges }) =>
        edges.length === 0 ? (
          <Empty title="It calls nothing, and nothing calls it" />
        ) : (
          <DataTable
            caption={`Callers and dependencies of ${service}`}
            columns={columns}
            rows={edges.map(edge => rowOf(edge, service))}
            keyOf={({ caller, callee, callee_type }) => `${caller} ${callee_type} ${callee}`}
            sorted={{ column: 'Requests', isDescending: true }}
          />
        )
      }
    </ReadPanel>
  );
}

function rowOf(edge: Edge, service: string): Row {
  const isCaller = edge.callee_type === 'service' && edge.callee === service;
  return isCaller
    ? { ...edge, isCaller, other: edge.caller, type: 'service' }
    : { ...edge, isCaller, other: edge.callee, type: edge.callee_type };
}

const number = (
  name: string,
  by: (row: Row) => number,
  format: (value: number) => string,
): Column<Row> => ({ name, by, isNumber: true, cell: row => format(by(row)) });

const columns: readonly Column<Row>[] = [
  {
    name: 'Who',
    by: ({ other }) => other,
    cell: ({ other, type }) =>
      type === 'service' ? <ServiceName>{other}</ServiceName> : <ForeignLine>{other}</ForeignLine>,
  },
  {
    name: 'How',
    by: ({ isCaller }) => (isCaller ? 0 : 1),
    cell: ({ isCaller, type }) => (isCaller ? 'calls it' : `is called, ${type}`),
  },
  number('Requests', ({ requests }) => requests, countText),
  number('Failed', ({ error_rate }) => error_rate, percentText),
  number('p95', ({ p95_ms }) => p95_ms, durationText),
];
