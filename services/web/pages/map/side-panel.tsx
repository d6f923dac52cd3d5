import { X } from 'lucide-react';
import { serviceLink } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { countText, durationText, percentText, wholeText } from '../../ui/figures.ts';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Foreign, ForeignLine } from '../../ui/text.tsx';
import {
  type Chosen,
  calleeId,
  callerId,
  type Graph,
  idOfEdge,
  idOfNode,
  type MapEdge,
  type MapNode,
} from './graph.ts';
import styles from './map.module.css';
import { kinds } from './shapes.tsx';
import type { Act } from './use-choice.ts';

type SidePanelProps = {
  readonly graph: Graph;
  readonly chosen: Chosen;
  readonly onChoose: Act;
  readonly close: () => void;
};

/** The figures of what is looked at, and ways on from it. */
export function SidePanel({ graph, chosen, onChoose, close }: SidePanelProps) {
  const title = chosen.kind === 'node' ? kinds[chosen.node.type].word : 'Calls';
  return (
    <Panel
      title={title}
      aside={
        <Button look="quiet" aria-label="Close" onClick={close}>
          <X size={14} aria-hidden />
        </Button>
      }
    >
      <div className={styles.side}>
        {chosen.kind === 'node' ? (
          <NodeFacts graph={graph} node={chosen.node} onChoose={onChoose} />
        ) : (
          <EdgeFacts edge={chosen.edge} />
        )}
      </div>
    </Panel>
  );
}

type NodeFactsProps = {
  readonly graph: Graph;
  readonly node: MapNode;
  readonly onChoose: Act;
};

function NodeFacts({ graph, node, onChoose }: NodeFactsProps) {
  const id = idOfNode(node);
  const edges = [...graph.edges.values()];
  const { type, name } = node;
  return (
    <>
      <strong>
        <Foreign>{name}</Foreign>
      </strong>
      <Facts {...node} />
      {type === 'service' && (
        <p className={styles.ways}>
          <LinkTo link={serviceLink(name)}>Its page</LinkTo>
          <LinkTo link={{ to: '/traces', search: { service: name } }}>Its traces</LinkTo>
          <LinkTo link={{ to: '/map', search: { service: name } }}>Only its neighbours</LinkTo>
        </p>
      )}
      <EdgeList
        title="Called by"
        edges={edges.filter(edge => calleeId(edge) === id)}
        nameOf={edge => edge.caller}
        onChoose={onChoose}
      />
      <EdgeList
        title="Calls"
        edges={edges.filter(edge => callerId(edge) === id)}
        nameOf={edge => edge.callee}
        onChoose={onChoose}
      />
    </>
  );
}

type EdgeListProps = {
  readonly title: string;
  readonly edges: readonly MapEdge[];
  readonly nameOf: (edge: MapEdge) => string;
  readonly onChoose: Act;
};

const edgesMax = 50;

function EdgeList({ title, edges, nameOf, onChoose }: EdgeListProps) {
  if (edges.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={styles.edges}>
        {edges.slice(0, edgesMax).map(edge => (
          <li key={idOfEdge(edge)}>
            <button
              type="button"
              className={styles.way}
              onClick={() => onChoose({ kind: 'edge', edge })}
            >
              <ForeignLine>{nameOf(edge)}</ForeignLine>
              <span>
                {countText(edge.requests)}
                {edge.errors > 0 && ` · ${percentText(edge.error_rate)} failed`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {edges.length > edgesMax && <p>{wholeText(edges.length - edgesMax)} more in the table.</p>}
    </section>
  );
}

function EdgeFacts({ edge }: { readonly edge: MapEdge }) {
  const { caller, callee, callee_type: type, caller_errors: callerErrors } = edge;
  const service = type === 'service' ? callee : caller;
  return (
    <>
      <p className={styles.ends}>
        <ServiceName>{caller}</ServiceName>
        <span>calls {kinds[type].word.toLowerCase()}</span>
        {type === 'service' ? <ServiceName>{callee}</ServiceName> : <Foreign>{callee}</Foreign>}
      </p>
      <Facts {...edge} />
      {callerErrors > 0 && (
        <p>{wholeText(callerErrors)} of these requests failed for the caller.</p>
      )}
      <p className={styles.ways}>
        <LinkTo link={{ to: '/traces', search: { service } }}>
          Traces of <ForeignLine>{service}</ForeignLine>
        </LinkTo>
        {edge.errors > 0 && (
          <LinkTo link={{ to: '/traces', search: { service, status: 'error' } }}>
            Failed ones
          </LinkTo>
        )}
      </p>
    </>
  );
}

type FactsProps = Pick<
  MapNode,
  'requests' | 'errors' | 'error_rate' | 'p50_ms' | 'p95_ms' | 'p99_ms' | 'p99_is_maximum'
>;

function Facts(facts: FactsProps) {
  const rows = [
    ['Requests', wholeText(facts.requests)],
    ['Failed', `${wholeText(facts.errors)} (${percentText(facts.error_rate)})`],
    ['p50', durationText(facts.p50_ms)],
    ['p95', durationText(facts.p95_ms)],
    [facts.p99_is_maximum ? 'Longest' : 'p99', durationText(facts.p99_ms)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
