import { durationText } from '../../ui/figures.ts';
import type { Filters, Status } from './filters.ts';

/** A filter in words, and the filters without it. */
export type Chip = {
  /** Unlike that of any other chip, as an attribute may be called `service`. */
  readonly id: string;
  readonly name: string;
  readonly relation: string;
  readonly values: readonly string[];
  readonly without: Filters;
};

export const statusTexts: Readonly<Record<Status, string>> = {
  error: 'failed',
  ok: 'ok',
  unset: 'not set',
};

const plain = {
  service: { name: 'service', relation: 'is' },
  operation: { name: 'operation', relation: 'is' },
  root_service: { name: 'root service', relation: 'is' },
  status: { name: 'status', relation: 'is' },
  min_duration: { name: 'duration', relation: 'at least' },
  max_duration: { name: 'duration', relation: 'at most' },
  id: { name: 'trace id', relation: 'begins with' },
} as const;

type PlainName = keyof typeof plain;

export function chipsOf(filters: Filters): readonly Chip[] {
  const ofTrace = (Object.keys(plain) as readonly PlainName[]).flatMap(name => {
    const { [name]: value, ...without } = filters;
    return value === undefined
      ? []
      : [
          {
            id: name,
            ...plain[name],
            values: [valueText(name, value)],
            without: without as Filters,
          },
        ];
  });
  const ofSpans = filters.attributes.map(({ key, isNot, values }, at) => ({
    id: `attr.${key}${isNot ? '!' : ''}`,
    name: key,
    relation: isNot ? 'is not' : 'is',
    values,
    without: { ...filters, attributes: filters.attributes.toSpliced(at, 1) },
  }));
  return [...ofTrace, ...ofSpans];
}

function valueText(name: PlainName, value: string | number): string {
  if (name === 'status') return statusTexts[value as Status];
  return typeof value === 'number' ? durationText(value) : value;
}
