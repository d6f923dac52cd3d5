import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../package.ts';
import { compiledKeptBytesMax } from './limits.ts';
import { CompiledTranscoder, type Signal } from './transcoder.ts';

/** Where `npm run build` puts what `platform/otlp/transcoder` compiles to. A checkout has none before its first build. */
export const programPath = (): string => join(packageRoot(), 'dist', 'transcoder.wasm');

let program: WebAssembly.Module | undefined;
let isAbsent = false;
let kept: CompiledTranscoder | undefined;

/** The body in protobuf; undefined when the general transcoder must answer. */
export function transcodeCompiled(
  body: Uint8Array,
  signal: Signal,
): Uint8Array<ArrayBuffer> | undefined {
  kept ??= open();
  const protobuf = kept?.transcode(body, signal);
  if (kept !== undefined && kept.memoryBytes > compiledKeptBytesMax) kept = undefined;
  return protobuf;
}

function open(): CompiledTranscoder | undefined {
  if (program === undefined && !isAbsent) program = load();
  return program === undefined ? undefined : new CompiledTranscoder(program);
}

function load(): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(readFileSync(programPath()));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    isAbsent = true;
    return undefined;
  }
}
