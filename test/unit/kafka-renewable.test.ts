import { equal, rejects } from 'node:assert/strict';
import kafkajs from 'kafkajs';
import { Unavailable } from '../../platform/errors.ts';
import { renewable } from '../../platform/topic-log/kafka/renewable.ts';

type Try = { readonly succeed: () => void; readonly fail: () => void };

/** A server that answers each try to connect when the test says so. */
function controlled() {
  const tries: Try[] = [];
  let connections = 0;
  const create = () => {
    connections++;
    return {
      connect: () =>
        new Promise<void>((resolve, reject) => {
          const away = new kafkajs.KafkaJSConnectionError('connection refused', {});
          tries.push({ succeed: resolve, fail: () => reject(away) });
        }),
      disconnect: async () => {},
    };
  };
  return { create, tries, connections: () => connections };
}

describe('a connection to Kafka', () => {
  const works = async () => 'done';

  it('is waited for at first', async () => {
    const { create, tries } = controlled();
    const connection = renewable(create, 'unavailable');
    const used = connection.use('an answer', works);
    tries[0]?.succeed();
    equal(await used, 'done');
  });

  it('is not waited for once it could not be made, until it can', async () => {
    const { create, tries, connections } = controlled();
    const connection = renewable(create, 'unavailable');
    const first = connection.use('an answer', works);
    tries[0]?.fail();
    await rejects(first, Unavailable);
    await rejects(connection.use('an answer', works), /expected an answer, got: .*refused/);
    await rejects(connection.use('an answer', works), Unavailable);
    equal(connections(), 2);
    tries[1]?.succeed();
    await new Promise(setImmediate);
    equal(await connection.use('an answer', works), 'done');
    equal(connections(), 2);
  });

  it('is made anew after one that failed in use, and waited for', async () => {
    const { create, tries, connections } = controlled();
    const connection = renewable(create, 'unavailable');
    const broken = connection.use('an answer', async () => {
      throw new Unavailable('gone');
    });
    tries[0]?.succeed();
    await rejects(broken, Unavailable);
    const again = connection.use('an answer', works);
    tries[1]?.succeed();
    equal(await again, 'done');
    equal(connections(), 2);
  });
});
