import type { Random } from '../random.ts';
import { type Work, workMicros } from './latency.ts';
import { type Call, entrances, pathOf, type Route, type ServiceName } from './shop.ts';

/** One span of a request that is going to happen; times are microseconds after its start. */
export type PlannedSpan = {
  readonly service: ServiceName;
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  readonly startMicros: number;
  readonly endMicros: number;
  /** What went wrong; undefined when nothing did. */
  readonly failure?: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly PlannedSpan[];
};

/** What is wrong with a service for a while. */
export type Incident = {
  readonly service: ServiceName;
  readonly slower: number;
  readonly failing: number;
};

/** The delay between two services: the network and the accepting side. */
const network: Work = { medianMs: 0.4, spread: 0.8 };
const queueing: Work = { medianMs: 20, spread: 1 };

/** One request with everything that follows from it: the same random numbers give the same request. */
export function planRequest(random: Random, incident?: Incident): PlannedSpan {
  const drawn = random();
  let share = 0;
  const entrance = entrances.find(candidate => {
    share += candidate.share;
    return drawn < share;
  });
  const { route } = entrance ?? entrances[0] ?? unreachable();
  return serve(route, 0, { random, incident });
}

/** When the last of its spans ends. */
export const lastEndMicros = (span: PlannedSpan): number =>
  Math.max(span.endMicros, ...span.children.map(lastEndMicros));

export const spansOf = (span: PlannedSpan): readonly PlannedSpan[] => [
  span,
  ...span.children.flatMap(spansOf),
];

type Setting = { readonly random: Random; readonly incident: Incident | undefined };

function serve(route: Route, startMicros: number, setting: Setting): PlannedSpan {
  const { service, method, template } = route;
  const path = pathOf(template, setting.random);
  const ownMicros = takes(route.work, service, setting);
  const begunMicros = startMicros + Math.floor(ownMicros / 2);
  const children = callAll(route, begunMicros, setting);
  const passedOn = children.find(child => child.failure !== undefined)?.failure;
  const failure = passedOn ?? ownFailure(route, setting);
  return {
    service,
    name: `${method} ${path}`,
    kind: 'server',
    startMicros,
    endMicros: (children.at(-1)?.endMicros ?? begunMicros) + Math.ceil(ownMicros / 2),
    ...(failure !== undefined && { failure }),
    attributes: {
      'http.request.method': method,
      'http.route': template,
      'url.path': path,
      'http.response.status_code': failure === undefined ? 200 : 500,
    },
    children,
  };
}

/** One after the other, until one fails. */
function callAll({ service, calls }: Route, startMicros: number, setting: Setting): PlannedSpan[] {
  const children: PlannedSpan[] = [];
  let atMicros = startMicros;
  for (const call of calls) {
    const child = place(call, service, atMicros, setting);
    children.push(child);
    atMicros = child.endMicros;
    if (child.failure !== undefined) break;
  }
  return children;
}

function ownFailure({ service, failing }: Route, setting: Setting): string | undefined {
  const { random, incident } = setting;
  const share = incident?.service === service ? Math.max(failing, incident.failing) : failing;
  return random() < share ? `${service} could not answer` : undefined;
}

function place(
  call: Call,
  service: ServiceName,
  startMicros: number,
  setting: Setting,
): PlannedSpan {
  switch (call.kind) {
    case 'service':
      return callService(call.route, service, startMicros, setting);
    case 'queue':
      return publish(call, service, startMicros, setting);
    case 'database':
      return leaf(call.work, service, startMicros, setting, {
        name: `${call.statement} ${call.table}`,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': call.statement,
          'db.collection.name': call.table,
        },
      });
    case 'external':
      return leaf(call.work, service, startMicros, setting, {
        name: `POST ${call.host}`,
        attributes: { 'http.request.method': 'POST', 'server.address': call.host },
      });
  }
}

function callService(
  route: Route,
  service: ServiceName,
  startMicros: number,
  setting: Setting,
): PlannedSpan {
  const wayMicros = workMicros(network, setting.random);
  const server = serve(route, startMicros + wayMicros, setting);
  const failed = server.failure !== undefined;
  return {
    service,
    name: `${route.method} ${route.service}`,
    kind: 'client',
    startMicros,
    endMicros: server.endMicros + wayMicros,
    ...(failed && { failure: `${route.service} answered 500` }),
    attributes: {
      'http.request.method': route.method,
      'server.address': route.service,
      'http.response.status_code': failed ? 500 : 200,
    },
    children: [server],
  };
}

function publish(
  { name, service: reader, work }: Extract<Call, { readonly kind: 'queue' }>,
  service: ServiceName,
  startMicros: number,
  setting: Setting,
): PlannedSpan {
  const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': name };
  const endMicros = startMicros + workMicros(network, setting.random);
  const takenMicros = endMicros + workMicros(queueing, setting.random);
  const processed: PlannedSpan = {
    service: reader,
    name: `process ${name}`,
    kind: 'consumer',
    startMicros: takenMicros,
    endMicros: takenMicros + takes(work, reader, setting),
    attributes,
    children: [],
  };
  const sent = { service, name: `send ${name}`, kind: 'producer' } as const;
  return { ...sent, startMicros, endMicros, attributes, children: [processed] };
}

function leaf(
  work: Work,
  service: ServiceName,
  startMicros: number,
  setting: Setting,
  named: Pick<PlannedSpan, 'name' | 'attributes'>,
): PlannedSpan {
  const endMicros = startMicros + takes(work, service, setting);
  return { ...named, service, kind: 'client', startMicros, endMicros, children: [] };
}

function takes(work: Work, service: ServiceName, { random, incident }: Setting): number {
  const slower = incident?.service === service ? incident.slower : 1;
  return workMicros({ ...work, medianMs: work.medianMs * slower }, random);
}

function unreachable(): never {
  throw new Error('expected the shop to have an entrance');
}
