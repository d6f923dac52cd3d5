import type { OtlpFormat } from '../../../schemas/topics.ts';

/** A body that no well-meaning client sends, and what is answered. */
export type MalformedBody = {
  readonly name: string;
  /** Where it is sent to; to the address of traces when absent. */
  readonly path?: string;
  readonly body: () => Buffer;
  /** Of the answer, and of the request unless `headers` say otherwise. */
  readonly format: OtlpFormat;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Spans or data points refused alone, with 200. */
  readonly refused?: number;
  /** Part of what the sender is told; absent: nothing. */
  readonly reason?: RegExp;
};
