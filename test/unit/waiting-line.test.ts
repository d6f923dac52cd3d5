import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { openLine, type WaitingLine } from '../../platform/shares/waiting-line.ts';
import { holds } from '../support/property.ts';

type Item = { readonly organization: string; readonly number: number };

const organizations = ['a', 'b', 'c', 'd', 'e'];
const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'remove', 'serve'),
  organization: fc.constantFrom(...organizations),
  pick: fc.nat(100),
  room: fc.nat(6),
});

type Step = {
  readonly kind: string;
  readonly organization: string;
  readonly pick: number;
  readonly room: number;
  readonly number: number;
};

/** Does a step with the line and with a plain list of who waits. */
function take(line: WaitingLine<Item>, waiting: Item[], step: Step): void {
  const { kind, organization, pick, room, number } = step;
  if (kind === 'serve') serve(line, waiting, room);
  else if (kind === 'add') {
    const item = { organization, number };
    waiting.push(item);
    line.add(organization, item);
  } else {
    const [left] = waiting.splice(pick % (waiting.length || 1), 1);
    if (left !== undefined) line.remove(left.organization, left);
  }
}

function serve(line: WaitingLine<Item>, waiting: Item[], room: number): void {
  const served: Item[] = [];
  line.serve(item => served.length < room && served.push(item) > 0, all);
  equal(served.length, Math.min(room, waiting.length));
  for (const item of served) {
    const first = waiting.find(({ organization }) => organization === item.organization);
    equal(item, first);
    waiting.splice(waiting.indexOf(item), 1);
  }
}

const all = Number.POSITIVE_INFINITY;

describe('the line of waiting requests', () => {
  it('serves an organization in order of arrival, and forgets nobody', async () => {
    const property = fc.property(fc.array(step, { maxLength: 120 }), steps => {
      const line = openLine<Item>();
      const waiting: Item[] = [];
      for (const [number, drawn] of steps.entries()) {
        take(line, waiting, { ...drawn, number });
        equal(line.size(), waiting.length);
        for (const name of organizations)
          equal(
            line.sizeOf(name),
            waiting.filter(({ organization }) => organization === name).length,
          );
      }
    });
    await holds(property, 1_000);
  });

  it('takes turns between organizations, however many of one wait', () => {
    const line = openLine<string>();
    for (let index = 0; index < 5; index++) line.add('flood', `flood ${index}`);
    line.add('polite', 'polite 0');
    line.add('polite', 'polite 1');
    const served: string[] = [];
    line.serve(item => served.push(item) > 0, all);
    deepEqual(served, [
      'flood 0',
      'polite 0',
      'flood 1',
      'polite 1',
      'flood 2',
      'flood 3',
      'flood 4',
    ]);
  });

  it('tries the next organization when there is no room for one, and each in its turn', () => {
    const line = openLine<string>();
    for (const name of organizations) line.add(name, name);
    const tried: string[] = [];
    const refuse = (item: string): boolean => tried.push(item) < 0;
    line.serve(refuse, 2);
    line.serve(refuse, 2);
    deepEqual(tried, ['a', 'b', 'c', 'd']);
    line.serve(item => item === 'd', 5);
    deepEqual(
      organizations.map(name => line.sizeOf(name)),
      [1, 1, 1, 0, 1],
    );
  });
});
