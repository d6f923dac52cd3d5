// The words of the OTLP enumerations, by number.
const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const;
const statuses = ['UNSET', 'OK', 'ERROR'] as const;

export const spanKindName = (kind: number): string => kinds[kind] ?? kinds[0];

export const statusName = (status: number): string => statuses[status] ?? statuses[0];

/** A UUID as the hexadecimal digits of a trace id. */
export const hexOf = (uuid: string): string => uuid.replaceAll('-', '');

/** An unsigned number of 64 bits as the hexadecimal digits of a span id. */
export const spanIdOf = (decimal: string): string => BigInt(decimal).toString(16).padStart(16, '0');

/** An instant as the warehouse writes it, `2026-01-02 03:04:05.000000006` in UTC, in Unix nanoseconds. */
export function unixNanosOf(instant: string): string {
  const milliseconds = Date.parse(`${instant.slice(0, 10)}T${instant.slice(11, 19)}Z`);
  return String(BigInt(milliseconds) * 1_000_000n + BigInt(instant.slice(20)));
}

/** Unix nanoseconds as text to RFC 3339 with milliseconds. */
export const instantOf = (nanos: string): string =>
  new Date(Number(BigInt(nanos) / 1_000_000n)).toISOString();

/** Nanoseconds to the nearest millisecond. */
export const millisecondsOf = (nanos: bigint): number => Math.round(Number(nanos) / 1e6);

/** The last second that the warehouse's times of a second can name, in February 2106. */
export const secondsMax = 0xffff_ffff;

/** The nearest second that the warehouse can name. */
export const clampToDateTime = (seconds: number): number =>
  Math.max(0, Math.min(secondsMax, seconds));

/** The second that holds an instant of nanoseconds, where the warehouse can name it. */
export const secondsOf = (nanos: string): number =>
  clampToDateTime(Number(BigInt(nanos) / 1_000_000_000n));

/** The order of unsigned decimal numbers. */
export const byNumber = (left: string, right: string): number =>
  left.length - right.length || Number(left > right) - Number(left < right);
