import type { ResponseOf } from '../../../schemas/http/routes.ts';

type Body = ResponseOf<'listAlertRuleVersions'>['versions'][number];

/** A version of any kind of resource. */
export type Version = Omit<Body, 'settings'> & {
  readonly settings: Readonly<Record<string, unknown>>;
};

/** `from` and `to` may be texts of users. */
export type FieldChange = {
  readonly field: string;
  readonly from: string;
  readonly to: string;
};

/** What became of the settings from one version to the next. */
export const changesBetween = (
  { settings: before }: Pick<Version, 'settings'>,
  { settings: after }: Pick<Version, 'settings'>,
): readonly FieldChange[] =>
  Object.keys(after)
    .map(field => ({
      field: field.replaceAll('_', ' '),
      from: textOf(before[field]),
      to: textOf(after[field]),
    }))
    .filter(({ from, to }) => from !== to);

/** Characters of a text. */
const shownMax = 200;

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join(', ');
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, shownMax);
}

const words = { created: 'Created', changed: 'Changed', deleted: 'Deleted' } as const;

/** Such as `Restored version 3`. */
export const whatOf = ({ change, restored_from: from }: Version): string =>
  change === 'restored' ? `Restored version ${from}` : words[change];

/** Such as `a key (674a4565)`. */
export const byOf = ({ changed_by: { type, id } }: Version): string =>
  type === 'system' ? (id ?? 'the system') : id === null ? type : `a ${type} (${id.slice(0, 8)})`;
