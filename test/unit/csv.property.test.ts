import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';
import { turnOf } from '../../services/query-api/bounds/in-turns.ts';
import { columnsOf } from '../../services/query-api/csv/columns.ts';
import { csvText } from '../../services/query-api/csv/csv-text.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { holds } from '../support/property.ts';

const columns = [['name'], ['actor', 'id'], ['actor', 'count'], ['tags']];
const text = fc.oneof(
  fc.string(),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', 'ü'),
  }),
);
const item = fc.record({
  name: fc.option(text),
  actor: fc.record({
    id: text,
    count: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  }),
  tags: fc.array(text, { maxLength: 3 }),
});

/** What a cell shows of a text. */
const shown = (value: string): string =>
  '=+-@\t\r'.includes(value.charAt(0) || 'a') ? `'${value}` : value;

describe('a list as CSV', () => {
  it('has every value in its column, and no text that a spreadsheet takes for a formula', async () => {
    await holds(
      fc.asyncProperty(fc.array(item, { maxLength: 6 }), async items => {
        const [names, ...lines] = parseCsv(await csvText(columns, items, turnOf('')));
        deepEqual(names, ['name', 'actor.id', 'actor.count', 'tags']);
        deepEqual(
          lines,
          items.map(({ name, actor, tags }) => [
            shown(name ?? ''),
            shown(actor.id),
            JSON.stringify(actor.count),
            JSON.stringify(tags),
          ]),
        );
        for (const [name = '', id = ''] of lines)
          ok(!/^[=+\-@\t\r]/u.test(name) && !/^[=+\-@\t\r]/u.test(id));
      }),
      300,
    );
  });

  it('keeps numbers below zero, and shows nothing of what is not there', async () => {
    const items = [{ name: null, actor: null }, { actor: { id: '-1', count: -1 } }];
    equal(
      await csvText(columns, items, turnOf('')),
      "name,actor.id,actor.count,tags\r\n,,,\r\n,'-1,-1,\r\n",
    );
  });

  it('has columns for each route that gives one, of fields that are there', () => {
    const given = (routes as readonly Route[]).filter(({ csv }) => csv !== undefined);
    deepEqual(given.map(({ name }) => name).toSorted(), [
      'audit',
      'billingUsage',
      'listAlerts',
      'listLlmCalls',
      'listLlmConversations',
      'listServices',
      'objectiveHistory',
      'serviceTimeseries',
    ]);
    for (const route of given) {
      const names = columnsOf(route).map(column => column.join('.'));
      deepEqual([...new Set(names)], names);
      ok(names.length > 4, `${route.name}: ${names}`);
    }
    const audit = given.find(({ name }) => name === 'audit');
    deepEqual(audit && columnsOf(audit).map(column => column.join('.')), [
      'id',
      'at',
      'actor.type',
      'actor.id',
      'type',
      'summary',
      'resource.type',
      'resource.id',
      'changes',
      'correlation_id',
      'causation_id',
    ]);
  });
});
