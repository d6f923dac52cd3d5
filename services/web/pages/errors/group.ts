import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Tone } from '../../ui/badge.tsx';

export type ErrorGroup = ResponseOf<'listErrors'>['errors'][number];

/** What people call an error: its type, or what it says where it has none. */
export const nameOf = ({ error_type, pattern }: Pick<ErrorGroup, 'error_type' | 'pattern'>) =>
  error_type || pattern || 'Error without a type or message';

type Standing = { readonly text: string; readonly tone: Tone };

const standings: Readonly<Record<ErrorGroup['status'], Standing>> = {
  open: { text: 'open', tone: 'accent' },
  resolved: { text: 'resolved', tone: 'ok' },
  ignored: { text: 'ignored', tone: 'muted' },
  regressed: { text: 'came back', tone: 'critical' },
};

/** What is said first of an error: that it is new says more than that nobody has decided about it. */
export function standingOf({ status, is_new, new_in_version: version }: ErrorGroup): Standing {
  if (status !== 'open' || !is_new) return standings[status];
  return { text: version === null ? 'new' : `new in ${version.slice(0, 40)}`, tone: 'warning' };
}
