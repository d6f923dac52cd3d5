/** A value as a row; maps and sets keep their order. */
export type Packed = { readonly packed: string };

const [map, set] = ['~map', '~set'] as const;

export const pack = (value: object): Packed => ({
  packed: JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Map) return { [map]: [...part] };
    return part instanceof Set ? { [set]: [...part] } : part;
  }),
});

export const unpack = <Value>({ packed }: Packed): Value =>
  JSON.parse(packed, (_, part) => {
    if (Array.isArray(part?.[map])) return new Map(part[map]);
    return Array.isArray(part?.[set]) ? new Set(part[set]) : part;
  }) as Value;
