import type { ReactNode } from 'react';
import { Box } from '../../ui/box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Foreign, ForeignValue } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { equalsText } from '../checks/equals.ts';
import type { CheckBody } from '../checks/words.ts';
import { boxHeight } from './box-height.ts';
import styles from './check.module.css';

/** What is looked at, and what is expected. */
export const Definition = ({ check }: { readonly check: CheckBody }) => (
  <Panel title="What it checks">
    <Box name="What it checks" height={boxHeight}>
      <dl className={styles.definition}>
        {check.endpoint_url === null ? (
          <Line name="Waits for">
            a heartbeat every {check.heartbeat_interval_seconds} s, and half of that more
          </Line>
        ) : (
          <Request check={check} url={check.endpoint_url} />
        )}
        <Line name="Up again after">
          {check.recovery_successes === 1 ? 'one success' : `${check.recovery_successes} successes`}
        </Line>
        <Line name="Failures">
          {check.alert_enabled ? 'tell channels, webhooks and the inbox' : 'tell nobody'}
        </Line>
        <Line name="Last changed">
          <Instant at={check.updated_at} shape="minute" />
        </Line>
      </dl>
    </Box>
  </Panel>
);

function Request({ check, url }: { readonly check: CheckBody; readonly url: string }) {
  const { assertions } = check;
  const sent = [check.has_headers ? 'headers' : '', check.has_body ? 'a body' : '']
    .filter(Boolean)
    .join(' and ');
  return (
    <>
      <Line name={check.check_method ?? 'GET'}>
        <ForeignValue>{url}</ForeignValue>
        {sent !== '' && ` with ${sent} that nobody is shown`}
      </Line>
      <Line name="Every">
        {check.check_interval_seconds} s, for at most {check.timeout_seconds} s
      </Line>
      <Line name="Expects">status {check.expected_status_code}</Line>
      {assertions?.body_contains != null && (
        <Line name="Body contains">
          <Foreign>{assertions.body_contains}</Foreign>
        </Line>
      )}
      {assertions?.json_path != null && (
        <Line name="JSON">
          <Foreign>{`${assertions.json_path.path} is ${equalsText(assertions.json_path.equals)}`}</Foreign>
        </Line>
      )}
      {assertions?.response_time_ms != null && (
        <Line name="Within">{assertions.response_time_ms} ms</Line>
      )}
      {assertions?.certificate_days != null && (
        <Line name="Certificate">valid for {assertions.certificate_days} more days</Line>
      )}
    </>
  );
}

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.entry}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
