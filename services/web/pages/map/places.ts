/** Apart from the layout itself, which only the worker loads. */
export const nodeSize = { width: 192, height: 48 } as const;
export const labelSize = { width: 88, height: 14 } as const;

export type Point = { readonly x: number; readonly y: number };

/** Places of everything, from the upper left corner; those of nodes and labels are their middles. */
export type Layout = {
  readonly width: number;
  readonly height: number;
  readonly nodes: ReadonlyMap<string, Point>;
  readonly edges: ReadonlyMap<string, { readonly points: readonly Point[]; readonly label: Point }>;
};
