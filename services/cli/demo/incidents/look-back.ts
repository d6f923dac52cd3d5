import { alertRoutes } from '../../../../schemas/alerts/routes.ts';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Terminal } from '../../terminal.ts';

/** An alert as it was shown when it fired, and when that was. */
export type ShownAlert = { readonly alert: ResponseOf<'getAlert'>; readonly shownAt: string };

type Call = (method: string, path: string) => Promise<unknown>;

const detailRoute = alertRoutes.find(({ name }) => name === 'getAlert');
const proofRoute = alertRoutes.find(({ name }) => name === 'proveAlert');

/** Asks for the moment at which an alert was shown once more, and for its proof; a sentence for what is not the same. */
export async function lookBack(
  { alert, shownAt }: ShownAlert,
  call: Call,
  { say, record, style }: Terminal,
): Promise<readonly string[]> {
  const path = `/v1/alerts/${alert.id}`;
  const answer = await call('GET', `${path}?as_of=${shownAt}`);
  const again = detailRoute?.response.parse(answer) as ResponseOf<'getAlert'>;
  record({ kind: 'alert_as_of', as_of: shownAt, status: again.status });
  if (again.status !== alert.status || again.current_value !== alert.current_value)
    return ['the alert as of the moment at which it was shown is another one'];
  say(`${style.good('✔')} as of ${shownAt} the alert is ${again.status}, as it was shown then`);
  const proved = proofRoute?.response.parse(await call('GET', `${path}/proof`));
  const { match, fields } = proved as ResponseOf<'proveAlert'>;
  record({ kind: 'alert_proof', match, fields: fields.length });
  if (!match) return ['the alert, recomputed from what was known when it fired, is another one'];
  say(`${style.good('✔')} proof says match: ${fields.length} fields, recomputed, are the same`);
  return [];
}
