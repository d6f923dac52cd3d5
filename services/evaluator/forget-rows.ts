import { setImmediate as otherWork } from 'node:timers/promises';
import type { Environment, Table } from '../../platform/lmdb/environment.ts';
import { afterPrefix, textInKey } from '../../platform/lmdb/keys.ts';
import { type AlertRuleId, alertRuleId } from '../../schemas/alerts/ids.ts';
import { limits } from './config.ts';

/** Of a partition, before the id of a rule. */
export const partitionBytes = 2;
/** Of a partition and a time, before the series of a window. */
export const windowTimeBytes = 6;

type Forgotten = {
  readonly isOwn: (series: string) => boolean;
  readonly isKept: (rule: AlertRuleId) => boolean;
};

type Places = Pick<Environment, 'batch'> & Readonly<Record<'windows' | 'rules', Table<string>>>;

/** Removes windows of some series and rules that are not kept, page after page. */
export async function forgetRows(
  prefix: Buffer,
  { isOwn, isKept }: Forgotten,
  { windows, rules, batch }: Places,
): Promise<void> {
  const range = { start: prefix, end: afterPrefix(prefix) };
  const ruleIn = (key: Buffer): AlertRuleId => alertRuleId(key.toString('utf8', partitionBytes));
  const remove = async (table: Table<string>, isGone: (key: Buffer) => boolean): Promise<void> => {
    for await (const page of pagesOf(table, range))
      await batch(() => {
        for (const key of page) if (isGone(key)) table.remove(key);
      });
  };
  await remove(windows, key => isOwn(textInKey(key, windowTimeBytes).text));
  await remove(rules, key => !isKept(ruleIn(key)));
}

async function* pagesOf(
  table: Table<string>,
  { start, end }: { readonly start: Buffer; readonly end: Buffer },
): AsyncIterable<readonly Buffer[]> {
  const limit = limits.forgottenAtOnceMax;
  let from = start;
  for (;;) {
    const page = [...table.getKeys({ start: from, end, limit })];
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    from = Buffer.concat([last, Buffer.alloc(1)]);
    await otherWork();
  }
}
