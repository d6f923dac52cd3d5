const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** A count: every digit below ten thousand, then shortened. */
export const countText = (count: number): string =>
  Math.abs(count) < 10_000 ? whole.format(count) : short.format(count);

export const wholeText = (count: number): string => whole.format(count);

/** A duration in milliseconds with three digits that mean something, in the unit that fits. */
export function durationText(ms: number): string {
  if (ms === 0) return '0 ms';
  if (Math.abs(ms) < 1) return `${digits(ms * 1_000)} µs`;
  if (Math.abs(ms) < 1_000) return `${digits(ms)} ms`;
  if (Math.abs(ms) < 60_000) return `${digits(ms / 1_000)} s`;
  return `${digits(ms / 60_000)} min`;
}

/** US dollars: with cents, and three significant digits of what is less than one. */
export function dollarsText(dollars: number): string {
  if (dollars !== 0 && dollars < 1) return `$${plain(dollars)}`;
  return dollars < 10_000 ? money.format(dollars) : `$${short.format(dollars)}`;
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const plain = (value: number): string =>
  value.toLocaleString('en-US', { maximumSignificantDigits: 3, maximumFractionDigits: 20 });

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** An amount of bytes in the decimal unit that fits, as plans have it. */
export function bytesText(bytes: number): string {
  const power = Math.max(0, Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes || 1) / 3)));
  return `${digits(bytes / 1_000 ** power)} ${byteUnits[power]}`;
}

/** A share from 0 to 100, as rates of errors are given. */
export const percentText = (percent: number): string =>
  percent > 0 && percent < 0.01 ? '< 0.01 %' : `${digits(percent)} %`;

/** Three significant digits, and no zeros behind the point that say nothing. */
export const digits = (value: number): string =>
  Math.abs(value) >= 1_000 ? whole.format(value) : String(Number(value.toPrecision(3)));
