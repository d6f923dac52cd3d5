import type { AnomalyBody } from '../../../../schemas/anomalies/parts.ts';
import { parseResponse } from '../../responses.ts';
import { awaited } from './awaited.ts';
import type { Looking } from './incident.ts';
import type { ShownAlert } from './look-back.ts';

/** Prints the anomaly that opens, and what may have caused it. */
export async function showAnomaly({
  call,
  receiver,
  terminal,
  ended,
}: Looking): Promise<AnomalyBody> {
  const { record, say, style } = terminal;
  const anomaly = await awaited(
    'an anomaly',
    async () =>
      parseResponse('listAnomalies', await call('GET', '/v1/anomalies?status=open')).anomalies[0],
    ended,
  );
  record({ kind: 'anomaly_detected', ...anomaly });
  say(`${style.bad('●')} anomaly: ${anomaly.message}`);
  // Spans can be read a little later than what is decided from them.
  const cause = await awaited(
    'the possible cause of the anomaly',
    async () => {
      const detail = await call('GET', `/v1/anomalies/${anomaly.id}`);
      return parseResponse('getAnomaly', detail).possible_causes[0];
    },
    ended,
  );
  record({ kind: 'possible_cause', version: cause.version });
  say(style.dim(`  possible cause: ${cause.version} took the place of ${cause.previous_version}`));
  const delivered = async () => receiver.hasVerified('anomaly.detected', anomaly.id) || undefined;
  await awaited('the webhook of the anomaly', delivered, ended);
  return anomaly;
}

/** Prints what the triage inbox has for the anomaly. */
export async function showItem(
  { id }: AnomalyBody,
  { call, terminal, ended }: Looking,
): Promise<void> {
  const path = '/v1/triage-inbox?type=anomaly';
  const { title, severity, status } = await awaited(
    'the triage item of the anomaly',
    async () =>
      parseResponse('listTriageItems', await call('GET', path)).items.find(
        ({ entity_id: of }) => of === id,
      ),
    ended,
  );
  terminal.record({ kind: 'triage_item', title, severity, status });
  terminal.say(`${terminal.style.good('●')} triage inbox: ${title} (${severity}, ${status})`);
}

/** Prints the alert of a rule that fires, when its webhook has come as well. */
export async function showAlert(
  ruleId: string,
  { call, receiver, terminal, ended }: Looking,
): Promise<ShownAlert> {
  const path = `/v1/alerts?rule=${ruleId}`;
  const { id } = await awaited(
    'the alert of the anomaly',
    async () => parseResponse('listAlerts', await call('GET', path)).alerts[0],
    ended,
  );
  const alert = parseResponse('getAlert', await call('GET', `/v1/alerts/${id}`));
  const shownAt = new Date().toISOString();
  terminal.record({ kind: 'anomaly_alert', message: alert.message });
  terminal.say(`${terminal.style.bad('●')} alert: ${alert.message}`);
  const delivered = async () => receiver.hasVerified('alert.triggered', id) || undefined;
  await awaited('the webhook of the alert', delivered, ended);
  return { alert, shownAt };
}

/** Prints that an anomaly has ended; its alert ends with it. */
export async function showEnd(
  { id }: AnomalyBody,
  { alert: { id: alertId } }: ShownAlert,
  { call, receiver, terminal: { record, say, style }, ended }: Looking,
): Promise<void> {
  const { anomaly } = await awaited(
    'the end of the anomaly',
    async () => {
      const found = parseResponse('getAnomaly', await call('GET', `/v1/anomalies/${id}`));
      return found.anomaly.status === 'ended' ? found : undefined;
    },
    ended,
  );
  record({ kind: 'anomaly_ended', id, reason: anomaly.end_reason });
  say(`${style.good('●')} the anomaly has ended (${anomaly.end_reason})`);
  const delivered = async () => receiver.hasVerified('alert.resolved', alertId) || undefined;
  await awaited('the webhook of the end of the alert', delivered, ended);
}

/** Asks for the moment at which an anomaly was open once more; a sentence if it is another one. */
export async function sameAnomaly(
  { id, score }: AnomalyBody,
  shownAt: string,
  { call, terminal: { record, say, style } }: Looking,
): Promise<readonly string[]> {
  const answer = await call('GET', `/v1/anomalies/${id}?as_of=${shownAt}`);
  const { anomaly } = parseResponse('getAnomaly', answer);
  record({ kind: 'anomaly_as_of', as_of: shownAt, status: anomaly.status });
  if (anomaly.status !== 'open' || anomaly.score !== score)
    return ['the anomaly as of the moment at which it was shown is another one'];
  say(`${style.good('✔')} as of ${shownAt} the anomaly is open, as it was then`);
  return [];
}
