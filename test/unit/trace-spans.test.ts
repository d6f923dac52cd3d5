import { deepEqual, equal } from 'node:assert/strict';
import { AnswerTooLarge, TooLittleMemory } from '../../platform/errors.ts';
import { organizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/query-api/config.ts';
import { readSpans } from '../../services/query-api/traces/trace-spans.ts';

const trace = {
  id: '0af76519-16cd-43dd-8448-eb211c80319c',
  spans: '4',
  errors: '0',
  first: '1700000000000000000',
  last: '1700000001000000000',
  root_service: '',
  root_name: '',
  root_status: 0,
  service: '',
};

const kinds = { whole: 'CAST(attributes.key', shortened: 'all_keys', sizes: 'byteSize(' } as const;

type Kind = keyof typeof kinds | 'bare';

const kindOf = (sql: string): Kind => {
  if (sql.includes(kinds.sizes)) return 'sizes';
  if (sql.includes(kinds.shortened)) return 'shortened';
  return sql.includes(kinds.whole) ? 'whole' : 'bare';
};

/** A warehouse with four spans of a page each, in which some statements are too much; `page` counts from 1. */
function openReads(isTooMuch: (kind: Kind, page: number) => boolean) {
  const asked: string[] = [];
  let page = 0;
  const spans = [1, 2, 3, 4].map(number => ({
    span_id: String(number),
    start: `2023-11-14 22:13:2${number}.000000000`,
    bytes: String(limits.shortenedBytesMax),
  }));
  const query = async <Row>(sql: string, { upToSpan }: Readonly<Record<string, unknown>>) => {
    const kind = kindOf(sql);
    if (kind === 'shortened') page++;
    asked.push(kind);
    if (isTooMuch(kind, page)) throw new TooLittleMemory('ClickHouse answered 241');
    if (kind === 'whole') throw new AnswerTooLarge('ClickHouse answered 396');
    const isOne = upToSpan !== undefined;
    return spans.filter(({ span_id }) => !isOne || span_id === upToSpan) as Row[];
  };
  const { signal } = new AbortController();
  const organization = organizationId('a0000000-0000-4000-8000-000000000001');
  return {
    asked,
    read: () => readSpans({ organization, trace, known: '' }, { warehouse: { query }, signal }),
  };
}

describe('the spans of a long trace', () => {
  it('are read a page at a time, shortened', async () => {
    const { asked, read } = openReads(() => false);
    const { rows, spans } = await read();
    deepEqual(
      rows.map(({ span_id }) => span_id),
      ['1', '2', '3', '4'],
    );
    equal(spans, 4);
    deepEqual(asked, ['whole', 'sizes', ...Array.from({ length: 4 }, () => 'shortened')]);
  });

  it('are read without what is long where a page is too much', async () => {
    const { asked, read } = openReads((kind, page) => kind === 'shortened' && page === 2);
    equal((await read()).rows.length, 4);
    deepEqual(asked.slice(2), ['shortened', 'shortened', 'bare', 'shortened', 'shortened']);
  });

  it('are read without what is long where they cannot even be measured', async () => {
    const { asked, read } = openReads(kind => kind === 'sizes');
    const { rows, spans } = await read();
    deepEqual([rows.length, spans], [4, 4]);
    deepEqual(asked, ['whole', 'sizes', 'bare']);
  });
});
