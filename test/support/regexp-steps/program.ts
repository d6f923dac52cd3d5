import { type Parsed, type Part, parsePattern } from './parse.ts';

type Has = (codePoint: number) => boolean;

/** One instruction of a matcher that goes back to its last choice when it fails. `by`: -1 where it reads backwards. */
export type Step =
  | {
      readonly op: 'run';
      readonly has: Has;
      readonly by: 1 | -1;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | { readonly op: 'one'; readonly has: Has; readonly by: 1 | -1 }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'moved'; readonly slot: number }
  | { readonly op: 'edge'; readonly edge: '^' | '$' | 'b' | 'B' }
  | {
      readonly op: 'look';
      readonly steps: readonly Step[];
      readonly isNot: boolean;
      readonly saves: boolean;
    }
  | { readonly op: 'again'; readonly group: number; readonly by: 1 | -1 }
  | { readonly op: 'end' };

export type Program = Pick<Parsed, 'groups' | 'names'> & {
  readonly steps: readonly Step[];
  readonly slots: number;
  /** Whether a match may begin with the character; undefined where it may be empty. */
  readonly begins: Has | undefined;
};

const programs = new Map<string, Program>();

export function programOf(pattern: RegExp): Program {
  const key = `${pattern.flags}/${pattern.source}`;
  const known = programs.get(key);
  if (known !== undefined) return known;
  const parsed = parsePattern(pattern);
  const of: Compiling = { names: parsed.names, slots: 2 * (parsed.groups + 1) };
  const steps: Step[] = [];
  compile(parsed.part, 1, steps, of);
  steps.push({ op: 'end' });
  const made = { ...parsed, steps, slots: of.slots, begins: beginning(parsed.part) };
  programs.set(key, made);
  return made;
}

type Group = Extract<Part, { kind: 'group' }>;

type Compiling = { readonly names: ReadonlyMap<string, number>; slots: number };

function compile(part: Part, by: 1 | -1, into: Step[], of: Compiling): void {
  switch (part.kind) {
    case 'set':
      into.push({ op: 'one', has: part.has, by });
      return;
    case 'edge':
      into.push({ op: 'edge', edge: part.edge });
      return;
    case 'sequence':
      for (const each of inOrder(part.of, by)) compile(each, by, into, of);
      return;
    case 'choice':
      choose(part.of, by, into, of);
      return;
    case 'group':
      enclose(part, by, into, of);
      return;
    case 'look': {
      const steps: Step[] = [];
      compile(part.of, part.isBehind ? -1 : 1, steps, of);
      const saves = steps.some(({ op }) => op === 'save');
      into.push({ op: 'look', steps: [...steps, { op: 'end' }], isNot: part.isNot, saves });
      return;
    }
    case 'again':
      into.push({ op: 'again', group: of.names.get(part.name) ?? 0, by });
      return;
    case 'times':
      repeat(part, by, into, of);
      return;
  }
}

const inOrder = (parts: readonly Part[], by: 1 | -1): readonly Part[] =>
  by === 1 ? parts : parts.toReversed();

/** Read backwards, a group ends where it begins. */
function enclose({ of: part, index }: Group, by: 1 | -1, into: Step[], of: Compiling): void {
  const [first, last] = by === 1 ? [2 * index, 2 * index + 1] : [2 * index + 1, 2 * index];
  into.push({ op: 'save', slot: first });
  compile(part, by, into, of);
  into.push({ op: 'save', slot: last });
}

function choose(parts: readonly Part[], by: 1 | -1, into: Step[], of: Compiling): void {
  const jumps: { op: 'jump'; to: number }[] = [];
  for (const [index, part] of parts.entries()) {
    const split = { op: 'split' as const, first: into.length + 1, second: 0 };
    const isLast = index === parts.length - 1;
    if (!isLast) into.push(split);
    compile(part, by, into, of);
    if (isLast) break;
    const jump = { op: 'jump' as const, to: 0 };
    jumps.push(jump);
    into.push(jump);
    split.second = into.length;
  }
  for (const jump of jumps) jump.to = into.length;
}

type Times = Extract<Part, { kind: 'times' }>;

/** What is more than a character is written out as often as it may stand, or is a loop that ends where it does not move. */
function repeat(
  { of: part, min, max, isLazy }: Times,
  by: 1 | -1,
  into: Step[],
  of: Compiling,
): void {
  if (part.kind === 'set') {
    into.push({ op: 'run', has: part.has, by, min, max, isLazy });
    return;
  }
  for (let time = 0; time < min; time++) compile(part, by, into, of);
  const splits: { first: number; second: number }[] = [];
  const open = (): void => {
    const split = { op: 'split' as const, first: into.length + 1, second: 0 };
    splits.push(split);
    into.push(split);
  };
  if (max === Infinity) {
    const start = into.length;
    open();
    const slot = of.slots++;
    into.push({ op: 'save', slot });
    compile(part, by, into, of);
    into.push({ op: 'moved', slot }, { op: 'jump', to: start });
  } else
    for (let time = min; time < max; time++) {
      open();
      compile(part, by, into, of);
    }
  for (const split of splits) {
    split.second = into.length;
    if (isLazy) [split.first, split.second] = [split.second, split.first];
  }
}

/** The first character of every match; undefined if there may be none. */
function beginning(part: Part): Has | undefined {
  switch (part.kind) {
    case 'set':
      return part.has;
    case 'group':
      return beginning(part.of);
    case 'times':
      return part.min > 0 ? beginning(part.of) : undefined;
    case 'choice': {
      const all = part.of.map(beginning);
      return all.includes(undefined) ? undefined : codePoint => all.some(has => has?.(codePoint));
    }
    case 'sequence':
      return beginningOf(part.of);
    default:
      return undefined;
  }
}

/** Of the first that reads something; what may be left out before it may begin as well. */
function beginningOf(parts: readonly Part[]): Has | undefined {
  const before: Has[] = [];
  for (const part of parts) {
    if (part.kind === 'look' || part.kind === 'edge') continue;
    const own = beginning(part);
    if (own !== undefined) return codePoint => own(codePoint) || before.some(has => has(codePoint));
    const inner = part.kind === 'times' ? beginning(part.of) : undefined;
    if (inner === undefined) return undefined;
    before.push(inner);
  }
  return undefined;
}
