import type { Page } from 'playwright-core';
import { freshSpan, textOf } from './otel-send.ts';
import { nanosOf, text } from './otlp.ts';
import { gauge, metrics } from './otlp-metrics.ts';
import type { Reader } from './reader.ts';

/** One change that somebody makes with a control. */
export type Step = (page: Page) => Promise<unknown>;

const choose =
  (label: string, value: string): Step =>
  page =>
    page.getByLabel(label, { exact: true }).selectOption(value);

const press =
  (name: string | RegExp, role: 'button' | 'row' = 'button'): Step =>
  page =>
    page.getByRole('main').getByRole(role, { name }).first().click();

const write =
  (label: string, value: string): Step =>
  page =>
    page.getByLabel(label, { exact: true }).fill(value);

const all =
  (...steps: readonly Step[]): Step =>
  async page => {
    for (const step of steps) await step(page);
  };

/** A filter of the list of traces: what it is by, then its value. What is being typed is not a part of the link. */
const filter = (kind: string, ...values: readonly Step[]): Step =>
  all(choose('Filter by', kind), ...values, press('Add filter'), choose('Filter by', 'service'));

/** Something to narrow on the pages of metrics and of language models. */
export async function sendMeasures(ada: Reader): Promise<void> {
  const dataPoints = ['eu', 'us'].map((region, index) => ({
    timeUnixNano: nanosOf(Date.now() - 1_000),
    asDouble: index,
    attributes: [text('region', region)],
  }));
  await ada.send(textOf(metrics([gauge('queue.depth', dataPoints)])), {}, '/v1/metrics');
  const attributes = [
    text('gen_ai.operation.name', 'chat'),
    text('gen_ai.provider.name', 'openai'),
    text('gen_ai.request.model', 'small-model'),
  ];
  await ada.sendSpans([freshSpan({ name: 'chat small-model', kind: 3, attributes })]);
}

/** Every filter of every page that has some, in an order in which each still has something to narrow. */
export const filterSteps = (trace: string): Readonly<Record<string, readonly Step[]>> => ({
  '/': [choose('Time range', '6h')],
  '/alerts': [press('All'), choose('Severity', 'critical'), choose('Service', 'checkout')],
  '/services': [write('Name contains', 'pay')],
  '/services/checkout': [press('POST /orders')],
  '/traces': [
    press('Only failed'),
    filter('service', write('Value', 'checkout')),
    filter('operation', write('Value', 'POST /orders')),
    filter('root_service', write('Value', 'checkout')),
    filter('min_duration', write('Value', '20 ms')),
    filter('max_duration', write('Value', '2 s')),
    filter('attribute', write('Name', 'cloud.region'), write('Value', 'eu')),
    press(/^Duration$/u),
  ],
  '/errors': [
    choose('Status', 'open'),
    choose('Service', 'payments'),
    choose('Order', 'last_seen'),
  ],
  '/checks': [choose('Service', 'checkout'), choose('State', 'degraded')],
  '/silences': [choose('State', 'ended'), choose('State', 'all')],
  '/map': [write('Name contains', 'pay'), press(/payments Service/u), press('Show as table')],
  '/explore': [
    write('Name contains', 'queue'),
    choose('Service', 'checkout'),
    press(/queue\.depth/u),
    choose('Figure', 'max'),
    choose('Group by', 'region'),
  ],
  '/models': [press('Only failed')],
  '/history': [choose('Kind', 'keys'), choose('By', 'key'), choose('Time', 'range')],
  '/keys': [choose('Status', 'all')],
  '/source-maps': [write('Release', 'Shop front')],
  '/billing': [choose('Figure', 'bytes'), press('Count again')],
  [`/traces/${trace}`]: [
    press(/POST \/charges/u, 'row'),
    write('Find spans by name, service or id', 'POST'),
    press('Only failed'),
    press('Critical path'),
  ],
});
