import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { freshSpan } from '../otel-send.ts';
import { body, traces } from '../otlp.ts';
import type { MalformedBody } from './case.ts';

const good = (): Buffer => body(traces([freshSpan()]), 'json');
const mebibytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, 0x20);
const encoded = (encoding: string) => ({ 'Content-Encoding': encoding });

const answered = (
  name: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  make: () => Buffer,
  reason?: RegExp,
): MalformedBody => ({
  name,
  format: 'json',
  status,
  headers,
  body: make,
  ...(reason && { reason }),
});

/** Bodies whose headers are wrong, or right and surprising. */
export const encodedBodies: readonly MalformedBody[] = [
  answered(
    'a gzip bomb',
    413,
    encoded('gzip'),
    () => gzipSync(mebibytes(51)),
    /at most 52428800 bytes inflated/,
  ),
  answered(
    'a deflate bomb',
    413,
    encoded('deflate'),
    () => deflateSync(mebibytes(51)),
    /bytes inflated/,
  ),
  answered(
    '11 MiB on the wire',
    413,
    {},
    () => mebibytes(11),
    /at most 10485760 bytes on the wire/,
  ),
  answered(
    'gzip that is cut',
    400,
    encoded('gzip'),
    () => gzipSync(good()).subarray(0, -9),
    /in its content encoding/,
  ),
  answered(
    'gzip of gzip',
    400,
    encoded('gzip'),
    () => gzipSync(gzipSync(good())),
    /expected a value/,
  ),
  answered(
    'plain text that claims to be gzip',
    400,
    encoded('gzip'),
    good,
    /in its content encoding/,
  ),
  answered('gzip that claims to be plain', 400, {}, () => gzipSync(good()), /expected a value/),
  answered(
    'gzip with a wrong checksum',
    400,
    encoded('gzip'),
    () => {
      const bytes = gzipSync(good());
      bytes.writeUInt32LE(5, bytes.length - 8);
      return bytes;
    },
    /in its content encoding/,
  ),
  answered(
    'deflate without its header',
    400,
    encoded('deflate'),
    () => deflateRawSync(good()),
    /in its content encoding/,
  ),
  answered(
    'brotli',
    415,
    encoded('br'),
    () => brotliCompressSync(good()),
    /gzip, deflate or none, found br/,
  ),
  answered(
    'two encodings',
    415,
    encoded('gzip, gzip'),
    () => gzipSync(gzipSync(good())),
    /found gzip, gzip/,
  ),
  answered('an encoding of 8 KB', 415, encoded('x'.repeat(8_000)), good, /found x{50}$/),
  answered('the encoding identity', 200, encoded('identity'), good),
  answered('the encoding GZIP', 200, encoded('GZIP'), () => gzipSync(good())),
  answered('text/plain', 415, { 'Content-Type': 'text/plain' }, good, /found text\/plain/),
  answered(
    'a form',
    415,
    { 'Content-Type': 'multipart/form-data; boundary=x' },
    good,
    /found multipart/,
  ),
  answered(
    'a content type of 8 KB',
    415,
    { 'Content-Type': `x/${'x'.repeat(8_000)}` },
    good,
    /found x\/x{98}$/,
  ),
  answered(
    'an unknown charset',
    200,
    { 'Content-Type': 'application/json; charset=klingon' },
    good,
  ),
  answered('two keys', 401, { 'X-API-Key': 'one, two' }, good, /invalid API key/),
  answered('a key of 8 KB', 401, { 'X-API-Key': 'k'.repeat(8_000) }, good, /invalid API key/),
  answered(
    'a key with a quote and SQL',
    401,
    { 'X-API-Key': "' OR 1=1 --" },
    good,
    /invalid API key/,
  ),
  answered('a User-Agent of 8 KB', 200, { 'User-Agent': 'u'.repeat(8_000) }, good),
];
