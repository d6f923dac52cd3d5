import { deepEqual, equal, match } from 'node:assert/strict';
import { views as documented } from '../../../domain/admin/views.ts';
import type { Route } from '../../../schemas/http/route.ts';
import { routes } from '../../../schemas/http/routes.ts';
import { topics as allTopics } from '../../../schemas/topics.ts';
import { operatorActs, operatorReads } from '../../../services/web/data/operator-routes.ts';
import { csvOf } from '../../../services/web/pages/operate/csv.ts';
import { topics } from '../../../services/web/pages/operate/topics.ts';
import { views } from '../../../services/web/pages/operate/views.ts';
import {
  comparedText,
  rebuiltText,
  redrivenText,
} from '../../../services/web/pages/operate/words.ts';
import { parseCsv } from '../../support/parse-csv.ts';

const placeOf = (name: string) => {
  const { method, path, keys } = routes.find(each => each.name === name) as Route;
  return { method, path, keys };
};

describe('what the pages of operators read and do', () => {
  it('are routes of operators, by their names, methods and paths', () => {
    for (const [name, path] of Object.entries(operatorReads))
      deepEqual(placeOf(name), { method: 'GET', path, keys: 'admin' });
    for (const [name, { path }] of Object.entries(operatorActs))
      deepEqual(placeOf(name), { method: 'POST', path, keys: 'admin' });
  });

  it('names all topics and all documented views', () => {
    deepEqual([...topics], Object.values(allTopics));
    deepEqual([...views], Object.keys(documented));
  });

  it('says what was done', () => {
    equal(redrivenText({ redriven: 0 }), 'There was nothing to redrive.');
    equal(redrivenText({ redriven: 1 }), '1 dead letter was redriven.');
    equal(
      redrivenText({ redriven: 2_000, left: 3 }),
      '2,000 dead letters were redriven. 3 more wait: redrive all once more.',
    );
    const report = {
      projection: 'api-keys',
      events: 1,
      rows: 2,
      differences: [{ key: 'a', live: 1, rebuilt: 2 }],
      difference_count: 3,
      switched: true,
      duration_ms: 4,
    };
    equal(
      rebuiltText(report),
      'Rebuilt api-keys: 2 versions of rows from 1 event in 4 ms. It is read from now on.',
    );
    match(rebuiltText({ ...report, switched: false }), / in 4 ms\. The new rows were deleted\.$/u);
    equal(comparedText(report), '3 live rows were different; the first 1 are below.');
    equal(comparedText({ ...report, difference_count: 1 }), '1 live row was different.');
    equal(comparedText({ ...report, difference_count: 0 }), 'The live rows were the same.');
  });
});

describe('a result as CSV', () => {
  it('keeps numbers, texts and lists, and gives a spreadsheet no formula', () => {
    const columns = [
      { name: 'n', type: 'Nullable(Int64)' },
      { name: '=text', type: 'String' },
      { name: 'list', type: 'Array(String)' },
    ];
    const rows = [
      ['-5', '-5', ['a', 'b']],
      [null, 'a "b",\nc', []],
    ];
    deepEqual(parseCsv(csvOf({ columns, rows })), [
      ['n', "'=text", 'list'],
      ['-5', "'-5", '["a","b"]'],
      ['', 'a "b",\nc', '[]'],
    ]);
  });
});
