import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { traceLink } from '../../links.ts';
import { windowOf } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';
import { percentText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import styles from './service.module.css';

/** Where requests fail first and spend their time, in sentences, with traces that show it. */
export function Causes({ service }: { readonly service: string }) {
  const { to, search, ...time } = useTime();
  const end = search.to === undefined ? {} : { end: to };
  const [box, isWanted] = useInView();
  const reading = useRead('rootCauses', {
    query: { service, window: windowOf(time), ...end },
    everyMs: 30_000,
    isWanted,
  });
  return (
    <ReadPanel title="Likely causes" box={box} reading={reading} height={240}>
      {found =>
        found.summary.length === 0 ? (
          <Empty title="Nothing is unusual" />
        ) : (
          <ol className={styles.causes}>
            {found.summary.map(sentence => (
              <li key={sentence}>
                <Foreign>{sentence}</Foreign>
              </li>
            ))}
            <Places found={found} />
          </ol>
        )
      }
    </ReadPanel>
  );
}

const placesMax = 4;

function Places({ found }: { readonly found: ResponseOf<'rootCauses'> }) {
  const places = [...found.failures, ...found.slowness].slice(0, placesMax);
  return places.map(({ service_name, operation_name, share, trace_ids: [id] }) => (
    <li key={`${service_name} ${operation_name} ${share} ${id}`}>
      {id !== undefined && <LinkTo link={traceLink(id)}>A trace</LinkTo>}{' '}
      <Muted>
        with <Foreign>{operation_name}</Foreign> of <Foreign>{service_name}</Foreign>, in{' '}
        {percentText(share)} of the traces looked at
      </Muted>
    </li>
  ));
}
