import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Row } from '../../../platform/read-store/port.ts';
import type { Projection } from '../projection.ts';
import type { Reads } from './reads.ts';

/** Rows read before other work gets its turn. */
const pageRows = 500;

/** Every row of a projection as it is now, in the order of the keys. Rows written meanwhile may be missing. */
export async function* everyRow<R extends Row>(
  projection: Projection<R>,
  { list }: Pick<Reads, 'list'>,
): AsyncIterable<R> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: ReturnType<typeof list<R>> = list(projection, { after, limit: pageRows });
    for (const { row } of page) yield row;
    after = page.at(-1)?.key;
    await nextTurn();
  }
}
