import { type Program, programOf, type Step } from './program.ts';

/** How much was done: instructions, characters that were compared, and ways back. */
export type Steps = { count: number };

type Flags = { readonly isMultiline: boolean; readonly isWithoutCase: boolean };

/** The places of groups in a match at or after a place; undefined for none. */
export function search(pattern: RegExp, text: string, from: number, steps: Steps): Int32Array | undefined {
  const program = programOf(pattern);
  const flags = { isMultiline: pattern.multiline, isWithoutCase: pattern.ignoreCase };
  const { begins } = program;
  for (let at = from; at <= text.length; at += widthAt(text, at)) {
    steps.count++;
    const isPossible = begins === undefined || (at < text.length && begins(text.codePointAt(at) ?? 0));
    const slots = isPossible ? matchAt(program, text, at, flags, steps) : undefined;
    if (slots !== undefined) return slots;
    if (pattern.sticky) return undefined;
  }
  return undefined;
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

function matchAt(program: Program, text: string, at: number, flags: Flags, steps: Steps) {
  const slots = slotsOf(program);
  const end = run(program.steps, text, at, { slots, flags, steps });
  if (end === undefined) return undefined;
  slots[0] = at;
  slots[1] = end;
  return slots;
}

/** Those of the start before are of no use any more. */
const reused = new WeakMap<Program, Int32Array>();

function slotsOf(program: Program): Int32Array {
  const slots = reused.get(program) ?? new Int32Array(program.slots);
  reused.set(program, slots);
  return slots.fill(-1);
}

type Running = { readonly slots: Int32Array; readonly flags: Flags; readonly steps: Steps };

/** A place to go back to: with a run, one character less (or more) than before, as far as `limit`. */
type Choice = { pc: number; at: number; readonly limit: number; readonly by: number; readonly trail: number };

/** Where the steps end; undefined if they fail. */
function run(program: readonly Step[], text: string, start: number, running: Running): number | undefined {
  const { slots, flags, steps } = running;
  const choices: Choice[] = [];
  const trail: number[] = [];
  let [pc, at] = [0, start];
  const back = (): boolean => {
    const choice = choices[choices.length - 1];
    steps.count++;
    if (choice === undefined) return false;
    for (; trail.length > choice.trail; ) {
      const value = trail.pop() ?? 0;
      slots[trail.pop() ?? 0] = value;
    }
    [pc, at] = [choice.pc, choice.at];
    if (choice.at === choice.limit) choices.pop();
    else choice.at += choice.by;
    return true;
  };
  const save = (slot: number, value: number): void => {
    trail.push(slot, slots[slot] ?? -1);
    slots[slot] = value;
  };
  for (;;) {
    steps.count++;
    const step = program[pc++];
    if (step === undefined) throw new Error('expected a step');
    let isDone = true;
    switch (step.op) {
      case 'end':
        return at;
      case 'run': {
        if (step.isOne) {
          const next = step.by === 1 ? at : at - 1;
          steps.count++;
          isDone = next >= 0 && next < text.length && step.has(text.codePointAt(next) ?? 0);
          if (isDone) at += step.by === 1 ? widthAt(text, next) : -1;
          break;
        }
        const found = runOf(step, text, at, steps);
        isDone = found !== undefined;
        if (found === undefined) break;
        const [least, most] = found;
        const [first, last] = step.isLazy ? [least, most] : [most, least];
        at = first;
        const by = Math.sign(last - first);
        if (by !== 0) choices.push({ pc, at: first + by, limit: last, by, trail: trail.length });
        break;
      }
      case 'split':
        choices.push({ pc: step.second, at, limit: at, by: 0, trail: trail.length });
        pc = step.first;
        break;
      case 'jump':
        pc = step.to;
        break;
      case 'save':
        save(step.slot, at);
        break;
      case 'moved':
        isDone = slots[step.slot] !== at;
        break;
      case 'edge':
        isDone = isEdge(step.edge, text, at, flags);
        break;
      case 'look': {
        const before = slots.slice();
        const found = run(step.steps, text, at, running);
        isDone = (found === undefined) === step.isNot;
        if (step.isNot || !isDone) slots.set(before);
        else slots.forEach((value, slot) => {
          if (value !== before[slot]) trail.push(slot, before[slot] ?? -1);
        });
        break;
      }
      case 'again': {
        const same = text.slice(slots[2 * step.group], slots[2 * step.group + 1]);
        const [from, to] = step.by === 1 ? [at, at + same.length] : [at - same.length, at];
        steps.count += same.length;
        isDone = isSame(text.slice(Math.max(0, from), to), same, flags);
        at = step.by === 1 ? to : from;
        break;
      }
    }
    if (!isDone && !back()) return undefined;
  }
}

const isSame = (left: string, right: string, { isWithoutCase }: Flags): boolean =>
  isWithoutCase ? left.toLowerCase() === right.toLowerCase() : left === right;

/** The places up to which a run of characters may reach: with the fewest, and with the most. */
function runOf(
  { has, by, min, max }: Extract<Step, { op: 'run' }>,
  text: string,
  start: number,
  steps: Steps,
): readonly [number, number] | undefined {
  let at = start;
  let least = min === 0 ? start : -1;
  for (let count = 0; count < max; ) {
    const next = by === 1 ? at : at - 1;
    steps.count++;
    if (next < 0 || next >= text.length || !has(text.codePointAt(next) ?? 0)) break;
    at += by === 1 ? widthAt(text, next) : -1;
    if (++count === min) least = at;
  }
  return least === -1 ? undefined : [least, at];
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /^\w$/u.test(character);
const isLineEnd = (character: string | undefined): boolean =>
  character === '\n' || character === '\r' || character === '\u2028' || character === '\u2029';

function isEdge(edge: '^' | '$' | 'b' | 'B', text: string, at: number, { isMultiline }: Flags): boolean {
  if (edge === '^') return at === 0 || (isMultiline && isLineEnd(text[at - 1]));
  if (edge === '$') return at === text.length || (isMultiline && isLineEnd(text[at]));
  return (isWord(text[at - 1]) !== isWord(text[at])) === (edge === 'b');
}
