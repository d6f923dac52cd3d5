import { isCaller } from '../../../platform/otlp/batch/call-columns.ts';
import type { SpanBatch } from '../../../platform/otlp/span-batch.ts';
import { bucketOf } from '../../../schemas/window.ts';
import { packTexts, type StringTable } from '../blocks/string-table.ts';
import { limits } from '../config.ts';
import { wordsOfKey } from '../core/end-table.ts';
import { statusError } from '../core/span-columns-view.ts';
import { createYielder } from '../yielder.ts';

/**
 * The ends of calls among the spans of a batch that count, in their order: plain arrays of their own, so that they outlive the
 * batch and can be handed to another thread.
 */
export type BatchEnds = {
  readonly rows: number;
  readonly organizations: readonly string[];
  /** Index into `organizations`. */
  readonly organization: Uint32Array;
  readonly isCaller: Uint8Array;
  /** Of each end the trace id and the id of the caller's span, as `wordsOfKey` words of their bytes on the wire. */
  readonly words: Uint32Array;
  /** Services and targets, which `service` and `target` index. */
  readonly names: StringTable;
  readonly service: Uint32Array;
  readonly target: Uint32Array;
  readonly endSeconds: Uint32Array;
  readonly receivedAtMs: Float64Array;
  /** Of the duration. */
  readonly bucket: Uint16Array;
  readonly failed: Uint8Array;
};

const allocate = (rows: number) => ({
  organization: new Uint32Array(rows),
  isCaller: new Uint8Array(rows),
  words: new Uint32Array(rows * wordsOfKey),
  service: new Uint32Array(rows),
  target: new Uint32Array(rows),
  endSeconds: new Uint32Array(rows),
  receivedAtMs: new Float64Array(rows),
  bucket: new Uint16Array(rows),
  failed: new Uint8Array(rows),
});

/** `repeats`: rows of spans that do not count, ascending. */
export async function endsOf(
  spans: SpanBatch,
  requests: readonly { readonly receivedAtMs: number }[],
  { organizations, repeats }: { organizations: readonly string[]; repeats: Uint32Array },
): Promise<BatchEnds> {
  const [calls, facts, slice] = [spans.callEnds(), spans.facts(), createYielder()];
  const kept = keptPlaces(calls.span, repeats);
  const columns = allocate(kept.length);
  const names = openNames();
  for (let row = 0; row < kept.length; row++) {
    const place = kept[row] as number;
    const span = calls.span[place] as number;
    const [service, target] = [facts.service[span] as number, calls.target[place] as number];
    columns.organization[row] = facts.organization[span] as number;
    columns.isCaller[row] = isCaller(facts.kind[span] as number) ? 1 : 0;
    const word = row * wordsOfKey;
    for (let of = 0; of < 4; of++)
      columns.words[word + of] = facts.traceWords[span * 4 + of] as number;
    columns.words[word + 4] = calls.idWords[place * 2] as number;
    columns.words[word + 5] = calls.idWords[place * 2 + 1] as number;
    columns.service[row] = names.number(service * 2, () => spans.serviceText(service));
    columns.target[row] = names.number(target * 2 + 1, () => spans.targetText(target));
    columns.endSeconds[row] = facts.endSeconds[span] as number;
    columns.receivedAtMs[row] = requests[facts.request[span] as number]?.receivedAtMs ?? 0;
    columns.bucket[row] = bucketOf(facts.duration[span] as number);
    columns.failed[row] = facts.status[span] === statusError ? 1 : 0;
    if (row % limits.callEndsTakenAtOnce === 0) await slice();
  }
  return { rows: kept.length, organizations, ...columns, names: await packTexts(names.texts) };
}

/** The places of spans that are not among the repeats; both ascend. */
function keptPlaces(spans: Uint32Array, repeats: Uint32Array): Uint32Array {
  const kept = new Uint32Array(spans.length);
  let [count, repeat] = [0, 0];
  for (let place = 0; place < spans.length; place++) {
    const span = spans[place] as number;
    while ((repeats[repeat] ?? span) < span) repeat++;
    if (repeats[repeat] !== span) kept[count++] = place;
  }
  return kept.subarray(0, count);
}

/** Numbers texts by keys that stand for them. */
function openNames() {
  const numbers: number[] = [];
  const texts: string[] = [];
  return {
    texts,
    number: (key: number, text: () => string): number => {
      const known = numbers[key];
      if (known !== undefined) return known;
      const number = texts.push(text()) - 1;
      numbers[key] = number;
      return number;
    },
  };
}
