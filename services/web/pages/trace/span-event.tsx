import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { durationText } from '../../ui/figures.ts';
import { LongText } from '../../ui/long-text.tsx';
import { StackText } from '../../ui/stack-text.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Attributes } from './attributes.tsx';
import styles from './span.module.css';

type Event = ResponseOf<'getTraceSpan'>['spans'][number]['events'][number];
type SpanEventProps = { readonly event: Event; readonly spanStartNano: string };

const stackKey = 'exception.stacktrace';
/** A longer stack is folded, or saved as a file. */
const shownCharactersMax = 65_536;
const nanosOfMs = 1e6;
const nameCharactersMax = 300;

/** Something that happened in a span; of an exception, its stack in the sources where a map is known. */
export function SpanEvent({ event, spanStartNano }: SpanEventProps) {
  const { [stackKey]: stack, ...rest } = event.attributes;
  const sinceStart = Number(BigInt(event.time_unix_nano) - BigInt(spanStartNano)) / nanosOfMs;
  return (
    <section className={styles.event} data-exception={event.name === 'exception' || undefined}>
      <h4>
        <Foreign>{event.name.slice(0, nameCharactersMax)}</Foreign>
      </h4>
      <Muted>
        <Instant at={event.time} shape="clock" />, {durationText(sinceStart)} after the start
      </Muted>
      <Attributes title="" values={rest} />
      {typeof stack === 'string' && (
        <div className={styles.stack}>
          {stack.length < shownCharactersMax ? (
            <StackText
              sent={stack}
              inSources={event.symbolicated?.stacktrace}
              unmapped={event.unmapped}
            />
          ) : (
            <LongText>{stack}</LongText>
          )}
        </div>
      )}
    </section>
  );
}
