/** Variables do not say what a part of an expression is. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/** What an SDK masked may have been anything. */
export const isMasked = (value: unknown): boolean =>
  typeof value === 'string' && value.includes('[REDACTED:');

/** An SDK kept only a part of it, or nothing but how long it was. */
export const isCut = (value: object): boolean => Object.hasOwn(value, '_truncated');
