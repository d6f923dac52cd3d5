import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useOperatorRead } from '../../data/operator.ts';
import { bytesText } from '../../ui/figures.ts';
import { FoldedJson } from '../../ui/folded-json.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { JsonText } from './json-text.tsx';
import styles from './operate.module.css';

const kinds = {
  otlp: 'OTLP message',
  json: 'JSON',
  hex: 'first bytes in hexadecimal digits: it could not be decoded',
  missing: 'not there',
} as const;

/** One dead letter with its body, as far as it can be decoded. */
export function DeadLetterDetail({ id }: { readonly id: string }) {
  const reading = useOperatorRead('adminDeadShow', { params: { id } });
  return (
    <ReadBody reading={reading} height={320}>
      {letter => <Detail letter={letter} />}
    </ReadBody>
  );
}

function Detail({ letter }: { readonly letter: ResponseOf<'adminDeadShow'> }) {
  const { body, kept, received_at: receivedAt, redriven_at: redrivenAt } = letter;
  return (
    <div className={styles.layer}>
      <p role="note">
        <Foreign>{letter.error}</Foreign>
      </p>
      <dl className={styles.facts}>
        <dt>Reason</dt>
        <dd>{letter.reason}</dd>
        <dt>Organization</dt>
        <dd>{letter.organization_id ?? <Muted>not known</Muted>}</dd>
        <dt>Received</dt>
        <dd>{receivedAt === null ? <Muted>not known</Muted> : <Instant at={receivedAt} />}</dd>
        <dt>Put aside</dt>
        <dd>
          <Instant at={letter.dead_at} />, to {kept.topic}, partition {kept.partition}, offset{' '}
          {kept.offset}
        </dd>
        <dt>Redriven</dt>
        <dd>
          {redrivenAt.length === 0 ? (
            <Muted>not yet</Muted>
          ) : (
            redrivenAt.map(at => (
              <div key={at}>
                <Instant at={at} />
              </div>
            ))
          )}
        </dd>
        <dt>Body</dt>
        <dd>
          {bytesText(body.bytes)}, {kinds[body.kind]}
          {body.problem !== null && (
            <>
              : <Foreign>{body.problem}</Foreign>
            </>
          )}
        </dd>
      </dl>
      {body.content !== null && <JsonText name="Body" value={body.content} />}
      <FoldedJson name="Headers" value={letter.headers} />
    </div>
  );
}
