import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { openPositionTokens } from '../../platform/consumers/position.ts';
import { organizationId } from '../../schemas/ids.ts';
import { topics } from '../../schemas/topics.ts';
import { holds } from '../support/property.ts';

const keyringOf = (secret: string) =>
  openPositionTokens({
    mac: async (purpose, data) =>
      createHmac('sha256', secret).update(`${purpose}/${data}`).digest(),
  });
const ada = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const eve = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');

const position = fc.record({
  topic: fc.constantFrom(topics.spans, topics.metrics),
  partition: fc.nat(2 ** 31 - 1),
  offset: fc.nat(Number.MAX_SAFE_INTEGER).map(offset => offset % 2 ** 48),
});

describe('tokens of positions', () => {
  it('are read as what was written, by their organization alone', () =>
    holds(
      fc.asyncProperty(position, async place => {
        const tokens = keyringOf('a');
        const token = await tokens.write(ada, place);
        deepEqual(await tokens.read(ada, token), { ...place });
        equal(await tokens.read(eve, token), undefined);
        equal(await keyringOf('b').read(ada, token), undefined);
      }),
      300,
    ));

  it('do not show how much lies between two of them', async () => {
    const tokens = keyringOf('a');
    const place = { topic: topics.spans, partition: 0 };
    const [one, next] = await Promise.all(
      [7, 8].map(offset => tokens.write(ada, { ...place, offset })),
    );
    notEqual(one?.slice(0, 8), next?.slice(0, 8));
    notEqual(one?.slice(-8), next?.slice(-8));
  });

  it('are nothing when they are any other text', () =>
    holds(
      fc.asyncProperty(fc.string({ maxLength: 40 }), async text =>
        equal(await keyringOf('a').read(ada, text), undefined),
      ),
      300,
    ));
});
