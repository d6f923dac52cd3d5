export type Labels = Readonly<Record<string, string>>;

export type Series = { readonly suffix: string; readonly labels: Labels; readonly value: number };

export type Family = {
  readonly name: string;
  readonly help: string;
  readonly unit?: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly series: readonly Series[];
};

const unitSuffixes: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' };

/** Prometheus text format, with the names that OpenTelemetry's compatibility rules give. */
export const renderPrometheus = (families: readonly Family[]): string =>
  families.map(family => linesOf(family).join('')).join('');

function linesOf(family: Family): readonly string[] {
  const name = prometheusName(family);
  return [
    `# HELP ${name} ${family.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n`,
    `# TYPE ${name} ${family.kind}\n`,
    ...family.series.map(
      ({ suffix, labels, value }) => `${name}${suffix}${braced(labels)} ${numberOf(value)}\n`,
    ),
  ];
}

function prometheusName({ name, unit, kind }: Family): string {
  const suffix = unit === undefined ? '' : (unitSuffixes[unit] ?? '');
  const base = `${wordOf(name)}${suffix}`;
  return kind === 'counter' ? `${base}_total` : base;
}

const braced = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${wordOf(name)}="${escaped(value)}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const wordOf = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_:]/gu, '_');

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const numberOf = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
};
