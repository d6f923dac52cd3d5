import { deepEqual, equal } from 'node:assert/strict';
import { Conductor } from '../../../services/web/pages/replay/conductor.ts';
import type { Segment } from '../../../services/web/pages/replay/timeline.ts';
import type { ToFrame } from '../../../services/web/replay-frame/messages.ts';

const segments: readonly Segment[] = [0, 1, 2, 3].map(number => ({
  id: String(number),
  number,
  bytes: 10,
  fromMs: number * 100_000,
  toMs: number * 100_000 + 99_000,
}));

const eventsOf = ({ fromMs }: Segment): readonly object[] =>
  [0, 99_000].map(afterMs => ({ type: 3, data: { source: 0 }, timestamp: fromMs + afterMs }));

/** A conductor whose chunks come at once, what it said to the frame, and which chunks it read. */
function conducted(read: (segment: Segment) => readonly object[] | undefined = eventsOf) {
  const said: ToFrame[] = [];
  const asked: string[] = [];
  const conductor = new Conductor({
    segments,
    read: segment => {
      asked.push(segment.id);
      return Promise.resolve(segment).then(read);
    },
    say: message => said.push(message),
  });
  conductor.receive({ kind: 'ready' });
  return { conductor, said, asked };
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

describe('the player of a recording', () => {
  it('reads the first chunk alone, and others when they are needed', async () => {
    const { conductor, said, asked } = conducted();
    await settled();
    deepEqual(asked, ['0']);
    deepEqual(
      said.map(({ kind }) => kind),
      ['events', 'pause'],
    );
    conductor.toggle();
    conductor.receive({ kind: 'at', turn: 2, atMs: 80_000, isPlaying: true });
    await settled();
    deepEqual(asked, ['0', '1']);
    conductor.seek(250_000);
    equal(conductor.state().isWaiting, true);
    await settled();
    deepEqual(asked, ['0', '1', '2']);
    deepEqual(said.at(-1), { kind: 'play', turn: 3, atMs: 250_000, speed: 1 });
  });

  it('passes over a chunk that is not kept any more, and plays the rest', async () => {
    const { conductor, asked } = conducted(each => (each.id === '1' ? undefined : eventsOf(each)));
    await settled();
    conductor.seek(310_000);
    await settled();
    deepEqual(asked, ['0', '1', '2', '3']);
    deepEqual(conductor.state().lost, [segments[1]]);
    equal(conductor.state().isWaiting, false);
  });

  it('asks no more after a failure until somebody tries again', async () => {
    let isDown = true;
    const { conductor, asked } = conducted(each => {
      if (isDown) throw new Error('down');
      return eventsOf(each);
    });
    await settled();
    conductor.seek(150_000);
    await settled();
    deepEqual([asked, conductor.state().problem?.message], [['0'], 'down']);
    isDown = false;
    conductor.retry();
    await settled();
    deepEqual([asked, conductor.state().problem], [['0', '0', '1'], undefined]);
  });

  it('hears no answer to an order before the last one', async () => {
    const { conductor } = conducted();
    await settled();
    conductor.toggle();
    conductor.receive({ kind: 'at', turn: 1, atMs: 5_000, isPlaying: true });
    equal(conductor.state().atMs, 0);
    conductor.receive({ kind: 'at', turn: 2, atMs: 5_000, isPlaying: true });
    equal(conductor.state().atMs, 5_000);
  });

  it('begins anew when it is played after its end', async () => {
    const { conductor, said } = conducted();
    await settled();
    conductor.seek(399_000);
    await settled();
    conductor.toggle();
    deepEqual(said.at(-1), { kind: 'play', turn: 3, atMs: 0, speed: 1 });
  });
});
