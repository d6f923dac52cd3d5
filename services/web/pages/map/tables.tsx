import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText, percentText } from '../../ui/figures.ts';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { idOfEdge, idOfNode, type Kind, type MapEdge, type MapNode } from './graph.ts';
import styles from './map.module.css';
import { kinds } from './shapes.tsx';

type TablesProps = Pick<ResponseOf<'serviceMap'>, 'nodes' | 'edges'> & { readonly wanted: string };

/** The map in numbers. */
export function Tables({ nodes, edges, wanted }: TablesProps) {
  const has = (name: string): boolean => name.toLowerCase().includes(wanted.toLowerCase());
  return (
    <div className={styles.tables}>
      <h3>Calls</h3>
      <DataTable
        caption="Calls between services and what they use"
        columns={edgeColumns}
        rows={edges.filter(({ caller, callee }) => has(caller) || has(callee))}
        keyOf={idOfEdge}
        sorted={{ column: 'Requests', isDescending: true }}
      />
      <h3>Services and what they use</h3>
      <DataTable
        caption="Services, databases, queues and hosts"
        columns={nodeColumns}
        rows={nodes.filter(({ name }) => has(name))}
        keyOf={idOfNode}
        sorted={{ column: 'Requests', isDescending: true }}
      />
    </div>
  );
}

type Figured = Pick<MapNode, 'requests' | 'error_rate' | 'p50_ms' | 'p95_ms' | 'p99_ms'>;

const number = (
  name: string,
  by: (row: Figured) => number,
  format: (value: number) => string,
): Column<Figured> => ({ name, by, isNumber: true, cell: row => format(by(row)) });

const figures: readonly Column<Figured>[] = [
  number('Requests', ({ requests }) => requests, countText),
  number('Failed', ({ error_rate }) => error_rate, percentText),
  number('p50', ({ p50_ms }) => p50_ms, durationText),
  number('p95', ({ p95_ms }) => p95_ms, durationText),
  number('p99', ({ p99_ms }) => p99_ms, durationText),
];

const Name = ({ type, name }: { readonly type: Kind; readonly name: string }) =>
  type === 'service' ? <ServiceName>{name}</ServiceName> : <ForeignLine>{name}</ForeignLine>;

const edgeColumns: readonly Column<MapEdge>[] = [
  {
    name: 'Caller',
    by: ({ caller }) => caller,
    cell: ({ caller }) => <ServiceName>{caller}</ServiceName>,
  },
  {
    name: 'Called',
    by: ({ callee }) => callee,
    cell: ({ callee_type, callee }) => <Name type={callee_type} name={callee} />,
  },
  {
    name: 'Kind',
    by: ({ callee_type }) => callee_type,
    cell: edge => kinds[edge.callee_type].word,
  },
  ...figures,
  {
    name: 'On the map',
    cell: ({ caller, callee, callee_type: kind }) => (
      <LinkTo link={{ to: '/map', search: { node: callee, kind, caller } }}>Show</LinkTo>
    ),
  },
];

const nodeColumns: readonly Column<MapNode>[] = [
  { name: 'Name', by: ({ name }) => name, cell: node => <Name {...node} /> },
  { name: 'Kind', by: ({ type }) => type, cell: ({ type }) => kinds[type].word },
  ...figures,
];
