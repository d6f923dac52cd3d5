import { ExpressionError } from '../tokens.ts';
import type { Instruction, PatternNode, PatternProgram } from './program.ts';

/** Repetitions are written out, so this bounds them too. */
const instructionsMax = 1_000;

/** The automaton of a regular expression. Throws where it is too large. */
export function compilePattern(node: PatternNode): PatternProgram {
  const program: Instruction[] = [];
  emit(node, program);
  add({ kind: 'found' }, program);
  return program;
}

function add(instruction: Instruction, program: Instruction[]): void {
  if (program.length >= instructionsMax)
    throw new ExpressionError('the regular expression is too large; use fewer repetitions');
  program.push(instruction);
}

function emit(node: PatternNode, program: Instruction[]): void {
  switch (node.kind) {
    case 'character':
    case 'assert':
      add(node, program);
      return;
    case 'sequence':
      for (const part of node.parts) emit(part, program);
      return;
    case 'either':
      emitEither(node.parts, program);
      return;
    case 'repeat':
      emitRepeat(node, program);
      return;
  }
}

function emitEither(parts: readonly PatternNode[], program: Instruction[]): void {
  const [first, ...rest] = parts;
  if (first === undefined) return;
  if (rest.length === 0) {
    emit(first, program);
    return;
  }
  optional(
    program,
    () => emit(first, program),
    () => emitEither(rest, program),
  );
}

function emitRepeat(
  { of, min, max }: Extract<PatternNode, { readonly kind: 'repeat' }>,
  program: Instruction[],
): void {
  for (let count = 0; count < min; count++) emit(of, program);
  if (max === Number.POSITIVE_INFINITY) {
    const start = program.length;
    const split = openSplit(program);
    emit(of, program);
    add({ kind: 'jump', to: start }, program);
    split.or = program.length;
    return;
  }
  const splits = [];
  for (let count = min; count < max; count++) {
    splits.push(openSplit(program));
    emit(of, program);
  }
  for (const split of splits) split.or = program.length;
}

/** `first`, or else `second`. */
function optional(program: Instruction[], first: () => void, second: () => void): void {
  const split = openSplit(program);
  first();
  const after = { kind: 'jump' as const, to: 0 };
  add(after, program);
  split.or = program.length;
  second();
  after.to = program.length;
}

/** Goes on behind itself, or at a place that is set later. */
function openSplit(program: Instruction[]): Extract<Instruction, { readonly kind: 'split' }> {
  const split = { kind: 'split' as const, to: program.length + 1, or: 0 };
  add(split, program);
  return split;
}
