import { statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import { webUrlFault } from '../../schemas/http/web-url.ts';

/** Schemas of single values. All start from text: that is what an environment holds. */

const msPerUnit: Readonly<Record<string, number>> = {
  s: 1000,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};

const listEntriesMax = 256;
const attributeKeysMax = 16;
const attributeKeyCharactersMax = 200;
const adminTokenCharactersMin = 16;
const masterKeyBytes = 32;

const durationDaysMax = 36_500;
const portMax = 65_535;
const expectedPortOrOff = `expected a port from 0 to ${portMax}, or off`;

/** `90s`, `15m`, `12h`, `7d`, `4w`; in milliseconds, at least one unit. */
export const duration = z
  .string()
  .regex(/^[1-9]\d{0,9}[smhdw]$/u, 'expected a duration such as 12h or 7d')
  .transform(text => Number(text.slice(0, -1)) * (msPerUnit[text.slice(-1)] ?? 0))
  .refine(ms => ms <= durationDaysMax * (msPerUnit.d ?? 0), `expected at most ${durationDaysMax}d`);

/** One that is not shorter. */
export const durationFrom = (minimumMs: number) =>
  duration.refine(ms => ms >= minimumMs, `expected at least ${durationText(minimumMs)}`);

/** One that is not longer. */
export const durationTo = (maximumMs: number) =>
  duration.refine(ms => ms <= maximumMs, `expected at most ${durationText(maximumMs)}`);

/** The same duration as text again, in the largest unit up to days that divides it. */
export function durationText(ms: number): string {
  const unit = ['d', 'h', 'm'].find(name => ms % (msPerUnit[name] ?? 1) === 0) ?? 's';
  return `${ms / (msPerUnit[unit] ?? 1)}${unit}`;
}

const bytesPerUnit: Readonly<Record<string, number>> = {
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

/** `20GB` by thousands, as it is billed, or `512MiB` by 1,024, as memory and disks are cut; in bytes. */
export const size = z
  .string()
  .regex(
    /^[1-9]\d{0,5}(?:[kMGT]B|[KMGT]iB)$/u,
    'expected a size such as 20GB or 512MiB, at most 999999 of a unit',
  )
  .transform(text => Number.parseInt(text, 10) * (bytesPerUnit[text.replace(/^\d+/u, '')] ?? 0));

/** One that is not smaller. */
export const sizeFrom = (minimumBytes: number) =>
  size.refine(bytes => bytes >= minimumBytes, `expected at least ${sizeText(minimumBytes)}`);

/** The same size as text again, in the largest unit that divides it. */
export function sizeText(bytes: number): string {
  const units = ['TiB', 'TB', 'GiB', 'GB', 'MiB', 'MB', 'KiB'];
  const unit = units.find(name => bytes % (bytesPerUnit[name] ?? 1) === 0) ?? 'kB';
  return `${bytes / (bytesPerUnit[unit] ?? 1)}${unit}`;
}

export function wholeNumber(minimum: number, maximum: number) {
  const expected = `expected a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d+$/u, expected)
    .transform(Number)
    .refine(value => value >= minimum && value <= maximum, expected);
}

/** A port, where 0 is any free one, or `off`. */
export const portOrOff = z
  .string()
  .regex(/^(?:off|\d+)$/u, expectedPortOrOff)
  .transform(text => (text === 'off' ? text : Number(text)))
  .refine(port => port === 'off' || port <= portMax, expectedPortOrOff);

const list = z.string().transform(text =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== ''),
);

/** Names of attributes, with commas between. */
export const attributeKeys = list.pipe(
  z.array(z.string().max(attributeKeyCharactersMax)).min(1).max(attributeKeysMax),
);

/** Addresses and ranges, with commas between. */
export const ranges = list.pipe(
  z
    .array(
      z.string().refine(isRange, {
        error: ({ input }) => `expected ranges such as 10.0.0.0/8, found ${String(input)}`,
      }),
    )
    .max(listEntriesMax),
);

/** `host:port`, with commas between. */
export const brokers = list.pipe(
  z
    .array(
      z.string().regex(/^[^\s/:]+:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/iu, {
        error: ({ input }) => `expected brokers such as kafka:9092, found ${String(input)}`,
      }),
    )
    .min(1, 'expected at least one broker')
    .max(listEntriesMax),
);

export const yesOrNo = z
  .enum(['true', 'false', '1', '0'], 'expected true or false')
  .transform(text => text === 'true' || text === '1');

export const existingFile = z.string().refine(isFile, 'expected the path of a file');

export const kurrentUrl = z
  .string()
  .regex(
    /^(?:kurrentdb|esdb)(?:\+discover)?:\/\/(?:[^\s@/?]+@)?[\w.:[\],-]+\/?(?:\?\S*)?$/u,
    'expected a kurrentdb or esdb URL',
  )
  .refine(
    text => !/[?&]tls=(?!true(?:&|$)|false(?:&|$))/iu.test(text),
    'expected tls=true or tls=false',
  );

/** Without a slash at its end, so that paths can be appended. */
export const webUrl = z
  .url({ protocol: /^https?$/u, error: 'expected an http or https URL' })
  .transform(text => text.replace(/\/+$/u, ''));

/** One that is called as it is: a slash at its end may matter to its server. */
export const calledUrl = z.string().superRefine((text, context) => {
  const fault = webUrlFault(text);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

export const smtpUrl = z
  .url({ protocol: /^smtps?$/u, error: 'expected an smtp or smtps URL', abort: true })
  .refine(text => new URL(text).hostname !== '', 'expected the host of a mail server')
  .refine(hasReadableCredentials, 'expected % before two hexadecimal digits in user and password');

export const mailFrom = z
  .string()
  .regex(
    /^[^\p{Cc}]*[^\s@]+@[^\s@]+$|^[^\p{Cc}<>]*<[^\s@<>]+@[^\s@<>]+>$/u,
    'expected a mail address',
  );

/** 32 bytes in base64. One byte repeated came from no generator of keys. */
export const masterKey = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]{43}=?$/u, `expected ${masterKeyBytes} bytes in base64`)
  .transform(text => Buffer.from(text, 'base64'))
  .refine(bytes => new Set(bytes).size > 1, 'expected a random key, found one byte repeated');

/** No generator of random tokens gives these: one character again and again, and words left over from examples. */
const guessable = /^(.)\1*$|change-?me|password|secret|example|default|placeholder/iu;

export const adminToken = z
  .string()
  .min(adminTokenCharactersMin, `expected at least ${adminTokenCharactersMin} characters`)
  .regex(/^\S+$/u, 'expected no blanks')
  .refine(text => !guessable.test(text), 'expected a random token, found a guessable one');

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function hasReadableCredentials(text: string): boolean {
  const { username, password } = new URL(text);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

function isRange(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
}

const dollarsPattern = /^(\d{1,6})(?:\.(\d{1,6}))?$/u;
const decimalsMax = 6;
/** Picodollars (10⁻¹² $) in the last decimal: sums of them are exact. */
const picodollarsPerMicrodollar = 1_000_000n;

/** `2.50`: US dollars with at most six decimals. */
export const dollars = z
  .string()
  .regex(dollarsPattern, 'expected US dollars such as 5 or 2.50, with at most six decimals')
  .transform(given => {
    const [, whole = '0', decimals = ''] = dollarsPattern.exec(given) ?? [];
    const microdollars = BigInt(whole + decimals.padEnd(decimalsMax, '0'));
    return { given, picodollars: microdollars * picodollarsPerMicrodollar };
  });
