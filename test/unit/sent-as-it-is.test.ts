import { deepEqual, equal } from 'node:assert/strict';
import { textsMeant } from '../../domain/texts-meant.ts';
import { jsonStart } from '../../platform/json-start.ts';
import { originalPositions } from '../../platform/source-maps/original-positions.ts';

describe('A release in a query', () => {
  it('with a plus is that of a client, or of a browser', () => {
    const meant = (querystring: string) =>
      textsMeant(querystring, 'release', new URLSearchParams(querystring).get('release') ?? '');
    deepEqual(meant('release=1.0%2B5'), ['1.0+5']);
    deepEqual(meant('a=1+2&release=1.0'), ['1.0']);
    deepEqual(meant('release=1.0+5'), ['1.0+5', '1.0 5']);
    deepEqual(meant('limit=1&release=1.0%20a+5&x=%2B'), ['1.0 a+5']);
    deepEqual(meant('release=1.0%2Ba+5'), ['1.0+a 5']);
    deepEqual(meant('release=%+5'), ['% 5']);
  });
});

describe('Where JSON begins', () => {
  const start = (text: string) => jsonStart(Buffer.from(text));

  it('is behind a byte order mark and a line that guards it', () => {
    equal(start('{}'), 0);
    equal(start('\uFEFF{}'), 3);
    equal(start(")]}'\n{}"), 5);
    equal(start(")]}', x\r\n{}"), 9);
    equal(start("\uFEFF)]}'\n{}"), 8);
    for (const text of ['', ")]}'", ")]}'{}", ')]}{}\n']) equal(start(text), 0, text);
  });

  it('is where a source map is read from', () => {
    const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' };
    for (const before of ['', '\uFEFF', ")]}'\n"]) {
      const [found] = originalPositions(Buffer.from(before + JSON.stringify(map)), [
        { line: 0, column: 0 },
      ]);
      equal(found?.source, 'a.ts', before);
    }
  });
});
