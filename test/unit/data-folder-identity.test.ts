import { deepEqual, doesNotThrow, equal, throws } from 'node:assert/strict';
import {
  adopted,
  assertOneIdentity,
  type EngineName,
  type Manifest,
  parseStamp,
  stampText,
} from '../../services/data-folder/identity.ts';

const engines: readonly EngineName[] = ['warehouse', 'log', 'events', 'blobs'];
const settled: Manifest = { id: 'a', start: 7, isSettled: true, engines };
const underWay: Manifest = { id: 'a', start: 8, isSettled: false, engines };

/** All engines as they are after start 7, but one. */
const folder = (engine: EngineName, id: string | undefined, start = 7) =>
  engines.map(each => ({
    engine: each,
    path: each,
    stamp: each !== engine ? { id: 'a', start: 7 } : id === undefined ? undefined : { id, start },
  }));

describe('the identity of a data folder', () => {
  for (const engine of engines) {
    it(`refuses ${engine} that is new, foreign, older or newer`, () => {
      const judge = (id: string | undefined, start?: number) => () =>
        assertOneIdentity(settled, folder(engine, id, start));
      throws(judge(undefined), new RegExp(`^FolderDamaged: ${engine} is new`));
      throws(judge('b'), /belongs to another data folder/);
      throws(judge('a', 6), /is older/);
      throws(judge('a', 8), /is newer/);
      doesNotThrow(judge('a'));
    });

    it(`takes ${engine} of either start where one ended early, and no other`, () => {
      const judge = (start: number) => () =>
        assertOneIdentity(underWay, folder(engine, 'a', start));
      doesNotThrow(judge(7));
      doesNotThrow(judge(8));
      throws(judge(6), /is older/);
      throws(judge(9), /is newer/);
    });
  }

  it('takes an engine that carries nothing where it was a server before, or the folder is new', () => {
    const others = engines.filter(each => each !== 'log');
    doesNotThrow(() =>
      assertOneIdentity({ ...settled, engines: others }, folder('log', undefined)),
    );
    doesNotThrow(() => assertOneIdentity({ ...settled, engines: [] }, folder('log', undefined)));
  });

  it('follows from the engines where the folder lost it, and they must agree', () => {
    const lost = folder('log', 'a', 8);
    deepEqual(adopted(lost), underWay);
    doesNotThrow(() => assertOneIdentity(underWay, lost));
    for (const other of [folder('log', undefined), folder('log', 'b'), folder('log', 'a', 5)]) {
      const manifest = adopted(other);
      throws(() => manifest && assertOneIdentity(manifest, other));
    }
    equal(adopted(engines.map(engine => ({ engine, path: engine, stamp: undefined }))), undefined);
  });

  it('is read as it was written', () => {
    deepEqual(parseStamp(stampText({ id: 'a', start: 7 })), { id: 'a', start: 7 });
    equal(parseStamp(undefined), undefined);
  });
});
