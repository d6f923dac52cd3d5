import { useState } from 'react';
import { currentSession } from '../../data/session.ts';
import { useRead } from '../../data/use-read.ts';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './setup.module.css';
import { Snippets } from './snippets.tsx';

/** Where telemetry goes, with which key, and what to paste. */
export function Send() {
  const me = useRead('me').data?.body;
  const [service, setService] = useState('my-service');
  const canSend = me?.key.kind === 'live';
  const key = (canSend ? currentSession()?.key : undefined) ?? 'YOUR_KEY';
  const endpoint = new URL('.', document.baseURI).href.replace(/\/$/u, '');
  return (
    <Panel title="Send telemetry">
      <div className={styles.send}>
        <p>
          Every OpenTelemetry SDK and Collector can send here. What is accepted is durable.
          {canSend
            ? ' Your key is filled in.'
            : ' Put a key that sends in place of YOUR_KEY: your key reads only.'}
        </p>
        <Field
          label="Service"
          value={service}
          onChange={({ target }) => setService(target.value)}
          hint="What its spans say as service.name"
        />
        <Snippets target={{ endpoint, key, service: service === '' ? 'my-service' : service }} />
      </div>
    </Panel>
  );
}
