import { linesOf } from '../../ui/lines.ts';

export const lifetimes = [
  ['', 'never'],
  ['7', 'in 7 days'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
] as const;

/** Keys that stand in a web page, so that the origin of a request restricts them. */
export const isPublic = (kind: string): boolean => kind === 'pub' || kind === 'widget';

const dayMs = 86_400_000;

/** What the API takes, from the fields of the form. What is empty restricts nothing. */
export function keyRequest(kind: string, texts: Readonly<Record<string, string>>, nowMs: number) {
  const { name, services, origins, apps, rate = '', lifetime = '' } = texts;
  const [named, allowed] = [linesOf(services), linesOf(origins)];
  return {
    name,
    kind,
    ...(named.length > 0 && { services: named }),
    ...(isPublic(kind) && allowed.length > 0 && { allowed_origins: allowed }),
    ...(isPublic(kind) && apps !== undefined && { allow_no_origin: true }),
    ...(rate !== '' && { rate_per_minute: Number(rate) }),
    ...(lifetime !== '' && {
      expires_at: new Date(nowMs + Number(lifetime) * dayMs).toISOString(),
    }),
  };
}
