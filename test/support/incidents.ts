import { newId } from './otel-send.ts';
import type { JsonSpan } from './otlp.ts';
import { nanosOf, text } from './otlp.ts';

export const incidentKinds = [
  'bad deploy',
  'slow database',
  'failing dependency',
  'attribute value',
  'traffic spike',
  'quiet',
] as const;

export type IncidentKind = (typeof incidentKinds)[number];

/** What is drawn of an incident. */
export type Incident = {
  readonly kind: IncidentKind;
  readonly service: string;
  readonly dependency: string;
  readonly database: string;
  readonly peer: string;
  /** The first of so many customers is the one that fails. */
  readonly customers: number;
  /** Requests in the quarter of an hour before, and in that of the incident. */
  readonly requests: number;
  /** Of what should fail, and how much slower or more it is. */
  readonly failing: number;
  readonly factor: number;
  readonly baseMs: number;
  /** Where nothing is wrong. */
  readonly usualFailing: number;
};

export type Sent = { readonly service: string; readonly version: string; readonly span: JsonSpan };

type Random = () => number;

const quarterMs = 900_000;
const customers = ['acme', 'globex', 'initech', 'umbrella', 'hooli', 'stark', 'wayne', 'wonka'];

export const [failingCustomer = ''] = customers;

/** The spans of a quarter of an hour before an incident and of the quarter with it, which ends at `endMs`. */
export function spansOfIncident(incident: Incident, endMs: number, random: Random): Sent[] {
  const onsetMs = endMs - quarterMs;
  const more = incident.kind === 'traffic spike' ? incident.factor : 1;
  const before = requestsIn(onsetMs - quarterMs, incident.requests, random);
  const during = requestsIn(onsetMs, Math.round(incident.requests * more), random);
  return [
    ...before.flatMap(atMs => request(incident, atMs, false, random)),
    ...during.flatMap(atMs => request(incident, atMs, true, random)),
  ];
}

/** Instants within a quarter of an hour, a little before its end so that what begins in it also ends in it. */
const requestsIn = (fromMs: number, count: number, random: Random): number[] =>
  Array.from(
    { length: count },
    () => fromMs + 30_000 + Math.floor(random() * (quarterMs - 60_000)),
  );

/** What happens in one request. */
type Fate = {
  readonly db: number;
  readonly called: number;
  readonly fails: 'own' | 'called' | undefined;
};

function fateOf(incident: Incident, isOn: boolean, customer: string, random: Random): Fate {
  const { kind, failing, factor, baseMs, usualFailing } = incident;
  const varied = () => baseMs * Math.exp((random() - 0.5) * 0.8);
  const isHit = random() < failing && isOn;
  const usual = random() < usualFailing ? 'own' : undefined;
  const slower = isOn && kind === 'slow database' ? factor : 1;
  const fails = (isHit ? brokenBy(kind, customer) : undefined) ?? usual;
  return { db: varied() * slower, called: varied(), fails };
}

function brokenBy(kind: IncidentKind, customer: string): Fate['fails'] {
  if (kind === 'failing dependency') return 'called';
  const isOwn =
    kind === 'bad deploy' || (kind === 'attribute value' && customer === failingCustomer);
  return isOwn ? 'own' : undefined;
}

/** server → middleware → client → server of the dependency → its call, and a query of a database beside it. */
function request(incident: Incident, atMs: number, isOn: boolean, random: Random): Sent[] {
  const { kind, service, dependency, database, peer } = incident;
  const customer = customers[Math.floor(random() * incident.customers)] ?? '';
  const { db, called, fails } = fateOf(incident, isOn, customer, random);
  const traceId = newId(32);
  const isNew = isOn && kind === 'bad deploy';
  const version = isNew ? '2.0.0' : '1.0.0';
  const own = (span: JsonSpan): Sent => ({ service, version, span });
  const other = (span: JsonSpan): Sent => ({ service: dependency, version: '7.0.0', span });
  const bad = fails === undefined ? {} : { status: { code: 2 } };
  const badCall = fails === 'called' ? { status: { code: 2 } } : {};
  const error =
    isOn && (kind === 'bad deploy' || kind === 'attribute value') ? 'BadState' : 'Usual';
  const [root, middle, call, served] = [newId(16), newId(16), newId(16), newId(16)];
  const endMs = atMs + 8 + db + called;
  return [
    own({
      ...part(traceId, root, '', 'GET /', 2, atMs, endMs),
      ...bad,
      attributes: [text('customer.id', customer)],
    }),
    own({
      ...part(traceId, middle, root, 'middleware', 1, atMs + 1, endMs - 1),
      ...(fails === 'own' && { status: { code: 2 }, events: [exception(error, atMs + 2)] }),
    }),
    own({
      ...part(traceId, newId(16), middle, 'SELECT', 3, atMs + 2, atMs + 2 + db),
      attributes: [text('db.system.name', 'postgresql'), text('server.address', database)],
    }),
    own({ ...part(traceId, call, middle, 'POST', 3, atMs + 3 + db, endMs - 2), ...badCall }),
    other({
      ...part(traceId, served, call, 'POST /work', 2, atMs + 4 + db, endMs - 3),
      ...badCall,
    }),
    other({
      ...part(traceId, newId(16), served, 'fetch', 3, atMs + 5 + db, endMs - 4),
      ...badCall,
      ...(fails === 'called' && { events: [exception('ConnectionRefused', endMs - 4)] }),
      attributes: [text('server.address', peer)],
    }),
  ];
}

const exception = (type: string, atMs: number) => ({
  name: 'exception',
  timeUnixNano: nanos(atMs),
  attributes: [text('exception.type', type), text('exception.message', `${type} happened`)],
});

/** Whole milliseconds and the rest in nanoseconds. */
const nanos = (ms: number): string => nanosOf(Math.floor(ms), Math.floor((ms % 1) * 1e6));

const part = (
  traceId: string,
  spanId: string,
  parentSpanId: string,
  name: string,
  kind: number,
  fromMs: number,
  toMs: number,
): JsonSpan => ({
  traceId,
  spanId,
  ...(parentSpanId !== '' && { parentSpanId }),
  name,
  kind,
  startTimeUnixNano: nanos(fromMs),
  endTimeUnixNano: nanos(toMs),
});
