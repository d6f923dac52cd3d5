import { linesOf } from '../../ui/lines.ts';
import type { Texts } from '../../ui/use-form.ts';
import { equalsOf } from './equals.ts';
import type { CheckBody } from './words.ts';

export type Body = Readonly<Record<string, unknown>>;

/** What the form sends of a check; `before` is what is edited. */
export function bodyOf(
  texts: Texts,
  type: CheckBody['check_type'],
  before: CheckBody | undefined,
): Body {
  return {
    ...(before === undefined && { service_name: texts.service, check_name: texts.name }),
    [type === 'pull' ? 'check_interval_seconds' : 'heartbeat_interval_seconds']: Number(
      texts.interval,
    ),
    recovery_successes: Number(texts.successes),
    alert_enabled: texts.alert !== undefined,
    enabled: texts.enabled !== undefined,
    ...(type === 'pull' && requestOf(texts, before)),
  };
}

function requestOf(texts: Texts, before: CheckBody | undefined): Body {
  const { headers = '', body = '' } = texts;
  const assertions = assertionsOf(texts);
  return {
    endpoint_url: texts.url,
    check_method: texts.method,
    expected_status_code: Number(texts.status),
    timeout_seconds: Number(texts.timeout),
    ...(headers !== '' && { headers: headersOf(headers) }),
    ...(texts['no-headers'] !== undefined && { headers: null }),
    ...(body !== '' && { body }),
    ...(texts['no-body'] !== undefined && { body: null }),
    // Null takes them away, and a new check has none.
    ...((assertions !== null || before !== undefined) && { assertions }),
  };
}

/** Null: nothing is expected beside the status. */
function assertionsOf({
  contains = '',
  path = '',
  equals = '',
  response = '',
  certificate = '',
}: Texts): Body | null {
  const all = {
    ...(contains !== '' && { body_contains: contains }),
    ...(path !== '' && { json_path: { path, equals: equalsOf(equals) } }),
    ...(response !== '' && { response_time_ms: Number(response) }),
    ...(certificate !== '' && { certificate_days: Number(certificate) }),
  };
  return Object.keys(all).length === 0 ? null : all;
}

/** A line without a colon is a name with nothing after it, so that the server says what is wrong. */
const headersOf = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    linesOf(lines).map(line => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
