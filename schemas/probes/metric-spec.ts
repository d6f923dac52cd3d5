type Common = {
  /** One sentence, as Prometheus shows it beside the name. */
  readonly help: string;
  /**
   * The values of each label; none are listed where they are known only when they occur. A counter is 0 for those
   * that are listed: a rate needs to see it before it grows.
   */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
};

/** A metric of `/metrics`. Its name has its unit, and `_total` for a counter. */
export type MetricSpec =
  | (Common & { readonly type: 'counter' | 'gauge' })
  | (Common & {
      readonly type: 'histogram';
      /** Upper ends of the buckets, ascending. */
      readonly bounds: readonly number[];
    });

export type MetricCatalog = Readonly<Record<string, MetricSpec>>;

export type NameOf<Catalog extends MetricCatalog, Type extends MetricSpec['type']> = {
  [Name in keyof Catalog & string]: Catalog[Name] extends { readonly type: Type } ? Name : never;
}[keyof Catalog & string];

/** What a value of the metric is labelled with: listed values where there are any, else any text. */
export type LabelsOf<Spec> = Spec extends { readonly labels: infer Labels }
  ? { readonly [Name in keyof Labels]: ValueOf<Labels[Name]> }
  : Record<never, string>;

type ValueOf<Values> = Values extends readonly (infer Value extends string)[]
  ? [Value] extends [never]
    ? string
    : Value
  : never;
