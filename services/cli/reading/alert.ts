import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { count } from '../table.ts';
import { alertIdOf } from './alert-id.ts';
import { causeLines } from './causes.ts';
import { milliseconds } from './figures.ts';
import { asOfQuery, pageUrl, queryOf, type ReadingOptions } from './options.ts';
import { oneLine } from './print.ts';

type Alert = ResponseOf<'getAlert'>;

/** Why was I paged, on one screen. */
export async function showAlert(
  beginning: string,
  options: ReadingOptions,
  context: CommandContext,
): Promise<void> {
  const params = { id: await alertIdOf(beginning, options, context) };
  const query = queryOf(asOfQuery(options));
  const text = 'Reading the alert';
  const [alert, causes] = await Promise.all([
    callApi({ route: 'getAlert', params, query, text }, options, context),
    callApi({ route: 'alertCauses', params, query, text }, options, context),
  ]);
  const { terminal } = context;
  terminal.record({ ...alert, causes: causes.causes });
  const { style } = terminal;
  const tone = alert.status === 'firing' ? style.bad : style.good;
  const lines = [
    `${tone(alert.status)}, ${alert.severity}: ${oneLine(alert.message)}`,
    `since ${alert.triggered_at}${alert.resolved_at === null ? '' : ` until ${alert.resolved_at}`}, ${alert.duration}`,
    ...evidenceLines(alert),
    '',
    style.bold('Likely causes'),
    ...causeLines(causes),
    '',
    style.bold('Timeline'),
    ...alert.timeline.map(({ at, event, message }) => `${at}  ${event}  ${oneLine(message)}`),
    '',
    pageUrl(`/alerts/${alert.id}`, options, context),
  ];
  for (const line of lines) terminal.say(line);
}

function evidenceLines({ evidence }: Alert): readonly string[] {
  if (evidence === null) return [];
  const { samples, errors, late, p50_ms: p50, p95_ms: p95, p99_ms: p99, exemplars } = evidence;
  const [slowest] = exemplars;
  const times = [p50, p95, p99].map(ms => (ms === null ? '–' : milliseconds(ms)));
  return [
    `${count(samples)} spans, ${count(errors)} failed, ${count(late)} came late; p50 ${times[0]}, p95 ${times[1]}, p99 ${times[2]}`,
    ...(slowest === undefined ? [] : [`for example: tidemark trace ${slowest.trace_id}`]),
  ];
}
