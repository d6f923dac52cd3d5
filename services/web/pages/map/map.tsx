import { useMemo, useRef } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { graphOf } from './graph.ts';
import styles from './map.module.css';
import { Picture } from './picture.tsx';
import { SidePanel } from './side-panel.tsx';
import { Tables } from './tables.tsx';
import { useChoice } from './use-choice.ts';
import { useLayout } from './use-layout.ts';
import { Wholeness } from './wholeness.tsx';

/** Who calls whom, and which connection hurts? */
export function ServiceMap() {
  const { from, to } = useTime();
  const [{ q = '', view, service }, change] = usePageSearch('q', 'view', 'service');
  const reading = useRead('serviceMap', { query: { from, to, service }, everyMs: 30_000 });
  const isTable = view === 'table';
  return (
    <Page title="Service map">
      <div className={styles.tools}>
        <Field
          label="Name contains"
          type="search"
          value={q}
          onChange={({ target }) => change({ q: target.value })}
        />
        {service !== undefined && (
          <Button onClick={() => change({ service: '' })}>
            Show more than <ForeignLine>{service}</ForeignLine>
          </Button>
        )}
      </div>
      <ReadPanel
        title={service === undefined ? 'Services and what they use' : 'Neighbours of a service'}
        reading={reading}
        height={560}
        aside={
          <Button
            look="quiet"
            aria-pressed={isTable}
            onClick={() => change({ view: isTable ? '' : 'table' })}
          >
            {isTable ? 'Show as picture' : 'Show as table'}
          </Button>
        }
      >
        {body => <Found body={body} wanted={q} isTable={isTable} />}
      </ReadPanel>
    </Page>
  );
}

type FoundProps = {
  readonly body: ResponseOf<'serviceMap'>;
  readonly wanted: string;
  readonly isTable: boolean;
};

function Found({ body, wanted, isTable }: FoundProps) {
  const graph = useMemo(() => graphOf(body), [body]);
  if (body.nodes.length === 0)
    return (
      <Empty title="Nothing was called in this range">
        Services are here as soon as their first spans arrive, with the databases, queues and hosts
        that their spans name.
      </Empty>
    );
  return (
    <>
      <Wholeness {...body} undrawn={isTable ? 0 : graph.undrawn} />
      {isTable ? <Tables {...body} wanted={wanted} /> : <Drawn graph={graph} wanted={wanted} />}
      <p className={styles.count}>
        {wholeText(body.nodes.length)} nodes, {wholeText(body.edges.length)} connections,{' '}
        {wholeText(body.sample_count)} requests
      </p>
    </>
  );
}

type DrawnProps = { readonly graph: ReturnType<typeof graphOf>; readonly wanted: string };

function Drawn({ graph, wanted }: DrawnProps) {
  const layout = useLayout(graph);
  const [chosen, choose] = useChoice(graph);
  const box = useRef<SVGSVGElement>(null);
  const close = (): void => {
    choose(undefined);
    box.current?.focus({ preventScroll: true });
  };
  if (layout === 'failed')
    return <Empty title="The map cannot be drawn here">The table has everything it shows.</Empty>;
  if (layout === undefined) return <Skeleton height={520} />;
  return (
    <div className={styles.view} data-panel={chosen !== undefined || undefined}>
      <Picture {...{ box, graph, layout, chosen, wanted }} onChoose={choose} />
      {chosen !== undefined && <SidePanel {...{ graph, chosen, close }} onChoose={choose} />}
    </div>
  );
}
