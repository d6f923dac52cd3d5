import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'undici';
import { nodeRuns } from '../../support/command.ts';
import { deliverTo } from './notifier.ts';

// Signed deliveries to webhooks beside plain requests with the same bodies and as many at once, in turns.
const turns = 5;
const endpoints = 100;
const eventsPerEndpoint = 64;
const deliveriesPerAppendMin = 16;

const [module = '', ...flags] = nodeRuns(new URL('receiver.ts', import.meta.url)).toReversed();
const receiver = fork(module, { execArgv: flags.toReversed() });
const [port] = await once(receiver, 'message');
const urlOf = (index: number, isDead = false): string =>
  `http://127.0.0.1:${port}/${isDead ? 'dead' : 'hook'}/${index}`;
const all = Array.from({ length: endpoints }, (_, index) => urlOf(index));
const oneDead = all.map((url, index) => (index === 0 ? urlOf(0, true) : url));

const body = JSON.stringify({
  event: 'trace.error',
  ids: Array.from({ length: 9 }, () => '4bf92f3577b34da6a3ce929d0e0e4736'),
});

/** One request after the other to each endpoint, as webhooks are served. */
async function plain(): Promise<number> {
  const agent = new Agent({ connections: 4 });
  const headers = { 'content-type': 'application/json' };
  const beganMs = performance.now();
  await Promise.all(
    all.map(async url => {
      for (let sent = 0; sent < eventsPerEndpoint; sent++) {
        const response = await request(url, { dispatcher: agent, method: 'POST', headers, body });
        await response.body.dump();
      }
    }),
  );
  const ms = performance.now() - beganMs;
  await agent.close();
  return (1_000 * endpoints * eventsPerEndpoint) / ms;
}

const rates = { plain: [] as number[], signed: [] as number[], rest: [] as number[] };
let [appends, deliveries] = [0, 0];
for (let turn = 0; turn < turns; turn++) {
  rates.plain.push(await plain());
  const signed = await deliverTo(all, eventsPerEndpoint);
  rates.signed.push((1_000 * signed.deliveries) / signed.ms);
  appends += signed.appends;
  deliveries += signed.deliveries;
  const rest = await deliverTo(oneDead, eventsPerEndpoint);
  rates.rest.push((1_000 * rest.deliveries) / rest.ms);
}
receiver.disconnect();

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
const [plainRate, signedRate, restRate] = [rates.plain, rates.signed, rates.rest].map(median) as [
  number,
  number,
  number,
];
const perAppend = deliveries / appends;
process.stdout.write(
  [
    `plain undici.request           ${Math.round(plainRate)}/s`,
    `signed deliveries              ${Math.round(signedRate)}/s, ratio ${(signedRate / plainRate).toFixed(2)}`,
    `with 1 of ${endpoints} endpoints dead    ${Math.round(restRate)}/s to the others, ratio ${(restRate / signedRate).toFixed(2)}`,
    `deliveries per append          ${perAppend.toFixed(1)}, expected at least ${deliveriesPerAppendMin}`,
    '',
  ].join('\n'),
);
process.exit(perAppend >= deliveriesPerAppendMin ? 0 : 1);
