import { spanName, truthOf, truthTables } from './expected-state.ts';
import { type Ask, doubledMarkers, linesIn, strangers } from './expected-state-queries.ts';
import type { TrafficRequest } from './traffic.ts';

export type Sent = {
  /** Answered 200: each must be there once. */
  readonly answered: readonly TrafficRequest[];
  /** Never answered: each may be there once, wholly, or not at all. */
  readonly unknown: readonly TrafficRequest[];
  /** Organizations that sent something else, which is compared elsewhere. */
  readonly others?: readonly string[];
};

export type Found = {
  /** One sentence each; none when everything is exact. */
  readonly faults: readonly string[];
  readonly spans: number;
  readonly requests: number;
  /** Of the unknown ones, how many are there. */
  readonly unknownThere: number;
};

/** Faults told of one table; all are counted. */
const toldMax = 3;
/** Organizations compared at once, so that memory holds the traces of few. */
const organizationsMax = 40;
const heavyRequests = 200;

/** Compares all that the warehouse holds with all that was sent. */
export async function checkExpectedState(
  { answered, unknown, others = [] }: Sent,
  ask: Ask,
): Promise<Found> {
  const organizations = [...new Set([...answered, ...unknown].map(sent => sent.organization))];
  const faults = [
    ...(await strangers([...organizations, ...others], ask)),
    ...(await doubledMarkers(ask)),
  ];
  const found = { spans: 0, requests: 0, unknownThere: 0 };
  for (const group of groupsOf(organizations, answered)) {
    const mine = ({ organization }: TrafficRequest): boolean => group.includes(organization);
    const stored = await linesIn('spans', group, ask);
    const there = unknown.filter(mine).filter(request => stored.has(spanName(request)));
    const requests = [...answered.filter(mine), ...there];
    const truth = truthOf(requests);
    for (const table of truthTables) {
      const lines = table === 'spans' ? stored : await linesIn(table, group, ask);
      faults.push(...differences(table, truth[table], lines));
    }
    found.requests += requests.length;
    found.unknownThere += there.length;
    found.spans += requests.reduce((sum, { spans }) => sum + spans, 0);
  }
  return { ...found, faults };
}

/** Busy organizations alone, the others together. */
function groupsOf(
  organizations: readonly string[],
  requests: readonly TrafficRequest[],
): readonly (readonly string[])[] {
  const counts = new Map<string, number>();
  for (const { organization } of requests) {
    counts.set(organization, (counts.get(organization) ?? 0) + 1);
  }
  const isHeavy = (name: string): boolean => (counts.get(name) ?? 0) > heavyRequests;
  const groups: string[][] = organizations.filter(isHeavy).map(name => [name]);
  const light = organizations.filter(name => !isHeavy(name));
  for (let at = 0; at < light.length; at += organizationsMax) {
    groups.push(light.slice(at, at + organizationsMax));
  }
  return groups;
}

function differences(
  table: string,
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...expected.keys(), ...found.keys()]);
  const wrong = [...names].filter(name => expected.get(name) !== found.get(name));
  const told = wrong
    .slice(0, toldMax)
    .map(
      name =>
        `${table}: ${name}: expected ${expected.get(name) ?? 'nothing'}, found ${found.get(name) ?? 'nothing'}`,
    );
  return wrong.length > toldMax ? [...told, `${table}: ${wrong.length} such lines in all`] : told;
}
