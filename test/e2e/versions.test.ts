import { deepEqual, equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { randomUuid } from '../../platform/uuid.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { holds, partOf } from '../support/property.ts';
import {
  type Version,
  type VersionedKind,
  versionedKinds,
  versionsOf,
} from '../support/versioned-kinds.ts';

type Step =
  | { readonly do: 'change'; readonly body: object }
  | { readonly do: 'delete' }
  | { readonly do: 'restore'; readonly pick: number };

const stepsOf = ({ change, returns }: VersionedKind): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: change.map(body => ({ do: 'change', body }) as const) },
      { weight: 3, arbitrary: fc.nat(20).map(pick => ({ do: 'restore', pick }) as const) },
      ...(returns ? [{ weight: 1, arbitrary: fc.constant({ do: 'delete' } as const) }] : []),
    ),
    { minLength: 4, maxLength: 10 },
  );

const runs = partOf(40, 10);

onBothEngines('versions of what people set', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  const created = async ({ path, created: body }: VersionedKind): Promise<string> => {
    const answer = await ada.call('POST', path, body(`s-${randomUuid()}`));
    equal(answer.status, 201, answer.text);
    return `${path}/${answer.body.id}`;
  };
  const done = async (method: string, path: string, body?: object) => {
    const answer = await ada.call(method, path, body);
    equal(answer.status, 200, answer.text);
    return answer.body;
  };

  for (const [name, kind] of Object.entries(versionedKinds)) {
    describe(name, () => {
      it('become equal to any older version, whatever happened since', async () => {
        const history = fc.asyncProperty(stepsOf(kind), async steps => {
          const path = await created(kind);
          for (const step of steps) await take(path, kind, step);
        });
        await holds(history, runs);
      });

      it('are listed the newest first, by page and as of an instant', async () => {
        const path = await created(kind);
        const [first] = (await versionsOf(ada, path)).versions;
        equal(first?.change, 'created');
        const other = fc.sample(kind.change, { numRuns: 4, seed: 7 });
        for (const body of other) await ada.call(kind.method, path, body);
        await done('POST', `${path}/restore`, { version: 1 });
        const { versions, total, next_cursor } = await versionsOf(ada, path);
        equal(next_cursor, null);
        equal(versions.length, total);
        deepEqual(
          versions.map(({ version }) => version),
          Array.from({ length: total }, (_, index) => total - index),
        );
        deepEqual(await pagesOf(path), versions);
        const then = await versionsOf(ada, path, `?as_of=${first.changed_at}`);
        deepEqual(then, { versions: [first], total: 1, next_cursor: null });
      });

      it('stay as they are when the current version is restored, and have no other one', async () => {
        const path = await created(kind);
        const before = await versionsOf(ada, path);
        await done('POST', `${path}/restore`, { version: 1 });
        deepEqual(await versionsOf(ada, path), before);
        const unknown = await ada.call('POST', `${path}/restore`, { version: 2 });
        equal(unknown.status, 404, unknown.text);
        match(unknown.body.error, /^there is no version 2 of the /);
        equal((await ada.call('POST', `${path}/restore`, { version: 0 })).status, 400);
        const nothing = `${kind.path}/${randomUuid()}`;
        equal((await ada.call('GET', `${nothing}/versions`)).status, 404);
        equal((await ada.call('POST', `${nothing}/restore`, { version: 1 })).status, 404);
      });

      it('show no secret', async () => {
        const path = await created(kind);
        const { text } = await ada.call('GET', `${path}/versions`);
        ok(!/secret|whsec_|tmk_/u.test(text), text);
      });
    });
  }

  const take = async (path: string, kind: VersionedKind, step: Step): Promise<void> => {
    const { versions } = await versionsOf(ada, path);
    const isGone = versions[0]?.change === 'deleted';
    switch (step.do) {
      case 'change':
        if (!isGone) await ada.call(kind.method, path, step.body);
        return;
      case 'delete':
        if (!isGone) await done('DELETE', path);
        return;
      case 'restore':
        await restored(path, versions, step.pick);
    }
  };

  const restored = async (path: string, before: readonly Version[], pick: number) => {
    const wanted = before[pick % before.length];
    const [current] = before;
    if (wanted === undefined || current === undefined) throw new Error('expected versions');
    const body = await done('POST', `${path}/restore`, { version: wanted.version });
    const { versions, total } = await versionsOf(ada, path);
    const [now] = versions;
    deepEqual(now?.settings, wanted.settings);
    for (const [field, value] of Object.entries(wanted.settings)) deepEqual(body[field], value);
    const read = await ada.get<Record<string, unknown>>(path);
    for (const [field, value] of Object.entries(wanted.settings)) deepEqual(read[field], value);
    const isNoChange = total === before.length;
    if (isNoChange) {
      ok(current.change !== 'deleted');
      deepEqual(current.settings, wanted.settings);
    } else {
      equal(now?.change, 'restored');
      equal(now?.restored_from, wanted.version);
    }
    deepEqual(versions.slice(total - before.length), before);
  };

  const pagesOf = async (path: string): Promise<Version[]> => {
    const found: Version[] = [];
    for (let cursor = ''; ; ) {
      const page = await versionsOf(ada, path, `?limit=2${cursor}`);
      ok(page.versions.length <= 2);
      found.push(...page.versions);
      if (page.next_cursor === null) return found;
      cursor = `&cursor=${page.next_cursor}`;
    }
  };
});
