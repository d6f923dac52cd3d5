import { maskingLimits as limits } from './config.ts';
import type { Held, Selectors } from './selectors.ts';

/** What of a node decides how text in it is masked: style sheets stay, and what is typed into fields is no text of the page. */
export type NodeKind = 'other' | 'styles' | 'field' | 'secret-field';

/** A node of a page, as far as this chunk says what it is. */
export type PageNode = {
  /** `root`: of a whole page; undefined: recorded in an earlier chunk. */
  parent: PageNode | 'root' | undefined;
  /** Where the parent is known by its id alone. */
  parentId: number | undefined;
  kind: NodeKind;
  held: Held;
  /** False while its type, tag and attributes were not read: it counts as selected until then. */
  isRead: boolean;
  /** In this turn, whether it or one around it is selected. */
  isMasked: boolean;
  turn: number;
};

const nothingHeld: Held = new Set();

export const newNode = (parent: PageNode['parent']): PageNode => ({
  parent,
  parentId: undefined,
  kind: 'other',
  held: nothingHeld,
  isRead: false,
  isMasked: false,
  turn: 0,
});

/**
 * The nodes of pages that a chunk has shown so far, by their ids. What is masked of a node depends on those around it, which an
 * earlier chunk may have shown: what cannot be told then counts as selected.
 */
export class KnownNodes {
  readonly #selectors: Selectors;
  readonly #byId = new Map<number, PageNode>();
  #turn = 1;

  constructor(selectors: Selectors) {
    this.#selectors = selectors;
  }

  /** A new page takes the place of all. */
  clear(): void {
    this.#byId.clear();
    this.change();
  }

  /** After it, what is selected is found out anew. */
  change(): void {
    this.#turn++;
  }

  get(id: number | undefined): PageNode | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  set(id: number, node: PageNode): void {
    if (this.#byId.size < limits.nodesMax || this.#byId.has(id)) this.#byId.set(id, node);
  }

  parentOf({ parent, parentId }: PageNode): PageNode['parent'] {
    return parentId === undefined ? parent : this.#byId.get(parentId);
  }

  /** Whether an element with all that is in it is masked. */
  isMasked(node: PageNode | undefined): boolean {
    if (this.#selectors.isEmpty) return false;
    const passed: PageNode[] = [];
    const isMasked = this.#found(node, passed);
    for (const each of passed) {
      each.isMasked = isMasked;
      each.turn = this.#turn;
    }
    return isMasked;
  }

  /** Also for nodes without an end: a sender may say that a node is in itself. */
  #found(node: PageNode | undefined, passed: PageNode[]): boolean {
    let at: PageNode['parent'] = node;
    while (at !== undefined && at !== 'root' && passed.length < limits.ancestorsMax) {
      if (at.turn === this.#turn) return at.isMasked;
      passed.push(at);
      if (!at.isRead || this.#selectors.isSelected(at.held)) return true;
      at = this.parentOf(at);
    }
    return at !== 'root';
  }
}
