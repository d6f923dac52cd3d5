import { jsonDepthMax, pointListMax, requestItemsMax, requestMessagesMax } from '../../limits.ts';
import { metricsRequest } from '../../messages/metrics.ts';
import { traceRequest } from '../../messages/traces.ts';
import { inputAt, inputPadding } from './layout.ts';
import { compiledBytesMax, outputSlackBytes } from './limits.ts';
import { writeTables } from './tables.ts';

const pageBytes = 65_536;

export type Signal = 'traces' | 'metrics';

/** What `platform/otlp/transcoder` exports. */
type Program = {
  readonly memory: WebAssembly.Memory;
  limit(depth: number, items: number, messages: number, list: number): void;
  transcode(request: number, length: number, from: number, to: number): number;
};

/** One instance of the compiled transcoder and its memory, which only grows. */
export class CompiledTranscoder {
  readonly #program: Program;
  readonly #requests: Readonly<Record<Signal, number>>;

  constructor(module: WebAssembly.Module) {
    const parse = (from: number, to: number): number => this.#parse(from, to);
    const { exports } = new WebAssembly.Instance(module, { host: { parse } });
    this.#program = exports as Program;
    this.#reserve(inputAt);
    const memory = new DataView(this.#program.memory.buffer);
    const [traces, metrics] = writeTables(memory, [traceRequest, metricsRequest]);
    this.#requests = { traces: traces as number, metrics: metrics as number };
    this.#program.limit(jsonDepthMax, requestItemsMax, requestMessagesMax, pointListMax);
  }

  get memoryBytes(): number {
    return this.#program.memory.buffer.byteLength;
  }

  /**
   * The body in protobuf, in memory of its own: that of the program stays here when a thread hands
   * the result on. Undefined is "not mine", and says nothing of the body.
   */
  transcode(body: Uint8Array, signal: Signal): Uint8Array<ArrayBuffer> | undefined {
    const outputAt = inputAt + body.length + inputPadding;
    const outputEnd = outputAt + body.length + outputSlackBytes;
    if (outputEnd > compiledBytesMax) return undefined;
    this.#reserve(outputEnd);
    const memory = new Uint8Array(this.#program.memory.buffer);
    memory.set(body, inputAt);
    memory.fill(0, inputAt + body.length, outputAt);
    const request = this.#requests[signal];
    const length = this.#program.transcode(request, body.length, outputAt, outputEnd);
    return length < 0 ? undefined : memory.slice(outputAt, outputAt + length);
  }

  #reserve(bytes: number): void {
    const missing = bytes - this.memoryBytes;
    if (missing > 0) this.#program.memory.grow(Math.ceil(missing / pageBytes));
  }

  #parse(from: number, to: number): number {
    return Number(Buffer.from(this.#program.memory.buffer, from, to - from).toString('latin1'));
  }
}
