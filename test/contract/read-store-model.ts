import type { KeyedRow, ListOptions, Row, RowWrite } from '../../platform/read-store/port.ts';

export type Step = {
  readonly table: 0 | 1;
  readonly writes: RowWrite[];
  readonly forget: string[];
  readonly checkpoint: number;
  readonly probe: ListOptions;
};

/** What a read store must answer, by looking at every version each time. */
export function createReadModel() {
  const tables: [RowWrite[], RowWrite[]] = [[], []];

  const get = (table: 0 | 1, key: string, at = Number.MAX_SAFE_INTEGER): Row | undefined =>
    tables[table].filter(write => write.key === key && write.position <= at).at(-1)?.row;

  return {
    apply: ({ table, writes, forget }: Step): void => {
      tables[table] = tables[table].filter(({ key }) => !forget.includes(key));
      for (const write of writes)
        tables[table] = [...tables[table].filter(old => !isSameVersion(old, write)), write];
      tables[table].sort((one, other) => byKey(one, other) || one.position - other.position);
    },
    get,
    list: (table: 0 | 1, { prefix = '', after, limit, at }: ListOptions): KeyedRow[] =>
      [...new Set(tables[table].map(({ key }) => key))]
        .filter(key => key.startsWith(prefix))
        .filter(key => after === undefined || byKey({ key }, { key: after }) > 0)
        .flatMap(key => {
          const row = get(table, key, at);
          return row === undefined ? [] : [{ key, row }];
        })
        .slice(0, limit),
    versions: (table: 0 | 1): readonly RowWrite[] => tables[table],
  };
}

const isSameVersion = (one: RowWrite, other: RowWrite): boolean =>
  one.key === other.key && one.position === other.position;

const byKey = (one: { readonly key: string }, other: { readonly key: string }): number =>
  Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));
