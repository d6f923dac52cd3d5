import { isWord } from './characters.ts';
import { type Assertion, hasCharacter, type Instruction, type PatternProgram } from './program.ts';

/** Called for each step; may throw when there were too many. */
export type CountSteps = (steps: number) => void;

/**
 * Whether a text contains what a pattern describes. All ways through the automaton are followed at once (Thompson 1968), so the
 * time is the length of the text times that of the program at most.
 */
export function isFound(program: PatternProgram, text: string, count: CountSteps): boolean {
  const codes = Array.from(text, character => character.codePointAt(0) ?? 0);
  const seen = new Int32Array(program.length).fill(-1);
  let current: number[] = [];
  for (let at = 0; at <= codes.length; at++) {
    const reached = follow(program, [...current, 0], { codes, at, seen, count });
    if (reached === undefined) return true;
    current = stepped(program, reached, codes[at], count);
  }
  return false;
}

type Place = {
  readonly codes: readonly number[];
  readonly at: number;
  /** Where every instruction was last reached. */
  readonly seen: Int32Array;
  readonly count: CountSteps;
};

/** Where characters are expected after everything that takes none; undefined: the end was found. */
function follow(
  program: PatternProgram,
  starts: readonly number[],
  { codes, at, seen, count }: Place,
): readonly number[] | undefined {
  const waiting = [...starts];
  const reached: number[] = [];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    count(1);
    if (seen[index] === at) continue;
    seen[index] = at;
    const instruction = program[index];
    if (instruction === undefined || instruction.kind === 'found') return undefined;
    if (instruction.kind === 'character') reached.push(index);
    else waiting.push(...placesAfter(instruction, index, { codes, at }));
  }
  return reached;
}

/** Where an instruction that takes no character leads. */
function placesAfter(
  instruction: Exclude<Instruction, { readonly kind: 'character' | 'found' }>,
  index: number,
  { codes, at }: Pick<Place, 'codes' | 'at'>,
): readonly number[] {
  switch (instruction.kind) {
    case 'split':
      return [instruction.or, instruction.to];
    case 'jump':
      return [instruction.to];
    case 'assert':
      return holds(instruction.assertion, codes, at) ? [index + 1] : [];
  }
}

function stepped(
  program: PatternProgram,
  reached: readonly number[],
  code: number | undefined,
  count: CountSteps,
): number[] {
  if (code === undefined) return [];
  const next: number[] = [];
  for (const index of reached) {
    const instruction = program[index];
    if (instruction?.kind !== 'character') continue;
    count(instruction.set.ranges.length);
    if (hasCharacter(instruction.set, code)) next.push(index + 1);
  }
  return next;
}

function holds(assertion: Assertion, codes: readonly number[], at: number): boolean {
  switch (assertion) {
    case 'start':
      return at === 0;
    case 'end':
      return at === codes.length;
    case 'boundary':
      return isWord(codes[at - 1]) !== isWord(codes[at]);
    case 'no-boundary':
      return isWord(codes[at - 1]) === isWord(codes[at]);
  }
}
