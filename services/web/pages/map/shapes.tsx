import { Cylinder, Globe, ListOrdered, type LucideIcon, Server } from 'lucide-react';
import type { Kind } from './graph.ts';
import { nodeSize } from './places.ts';

const { width: w, height: h } = nodeSize;

/** Each kind has a shape, an icon and a word of its own, so that none is needed alone. */
export const kinds: Readonly<
  Record<Kind, { readonly word: string; readonly icon: LucideIcon; readonly path: string }>
> = {
  service: { word: 'Service', icon: Server, path: rounded(6) },
  database: {
    word: 'Database',
    icon: Cylinder,
    path: `M0 6 C0 -2 ${w} -2 ${w} 6 V${h - 6} C${w} ${h + 2} 0 ${h + 2} 0 ${h - 6} Z`,
  },
  queue: {
    word: 'Queue',
    icon: ListOrdered,
    path: `M10 0 H${w} L${w - 10} ${h} H0 Z`,
  },
  external: { word: 'Host', icon: Globe, path: rounded(h / 2) },
};

function rounded(r: number): string {
  return `M${r} 0 H${w - r} A${r} ${r} 0 0 1 ${w} ${r} V${h - r} A${r} ${r} 0 0 1 ${w - r} ${h} H${r} A${r} ${r} 0 0 1 0 ${h - r} V${r} A${r} ${r} 0 0 1 ${r} 0 Z`;
}
