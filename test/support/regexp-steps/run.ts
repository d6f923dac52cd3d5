import { type Program, programOf, type Step } from './program.ts';

/** How much was done: instructions, characters that were compared, and ways back. */
export type Steps = { count: number };

type Flags = { readonly isMultiline: boolean; readonly isWithoutCase: boolean };

/** The places of groups in a match at or after a place; undefined for none. */
export function search(
  pattern: RegExp,
  text: string,
  from: number,
  steps: Steps,
): Int32Array | undefined {
  const program = programOf(pattern);
  const flags = { isMultiline: pattern.multiline, isWithoutCase: pattern.ignoreCase };
  const { begins } = program;
  const mayBegin = (at: number): boolean =>
    begins === undefined || (at < text.length && begins(text.codePointAt(at) ?? 0));
  for (let at = from; at <= text.length; at += widthAt(text, at)) {
    steps.count++;
    const slots = mayBegin(at) ? matchAt(program, text, at, { flags, steps }) : undefined;
    if (slots !== undefined || pattern.sticky) return slots;
  }
  return undefined;
}

const widthAt = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

type Counting = { readonly flags: Flags; readonly steps: Steps };

function matchAt(program: Program, text: string, at: number, counting: Counting) {
  const slots = slotsOf(program);
  const { flags, steps } = counting;
  const end = run(program.steps, { text, at, slots, flags, steps });
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

/** A place to go back to: of a run, one character less (or more) than before, as far as `limit`. */
type Choice = {
  readonly pc: number;
  at: number;
  readonly limit: number;
  readonly by: number;
  readonly trail: number;
};

type Place = Counting & { readonly text: string; readonly slots: Int32Array; at: number };

type Machine = Place & {
  pc: number;
  readonly choices: Choice[];
  /** What slots held before, to be put back on the way back. */
  readonly trail: number[];
};

/** Where the steps end; undefined if they fail. */
function run(program: readonly Step[], place: Place): number | undefined {
  // Written out: a spread takes ten times as long, and this is done at each character.
  const { text, at, slots, flags, steps } = place;
  const machine: Machine = { text, at, slots, flags, steps, pc: 0, choices: [], trail: [] };
  for (;;) {
    machine.steps.count++;
    const step = program[machine.pc++];
    if (step === undefined) throw new Error('expected a step');
    if (step.op === 'end') return machine.at;
    if (!take(step, machine) && !goBack(machine)) return undefined;
  }
}

function goBack(machine: Machine): boolean {
  const { choices, trail, slots, steps } = machine;
  steps.count++;
  const choice = choices[choices.length - 1];
  if (choice === undefined) return false;
  while (trail.length > choice.trail) {
    const value = trail.pop() ?? 0;
    slots[trail.pop() ?? 0] = value;
  }
  machine.pc = choice.pc;
  machine.at = choice.at;
  if (choice.at === choice.limit) choices.pop();
  else choice.at += choice.by;
  return true;
}

function take(step: Step, machine: Machine): boolean {
  switch (step.op) {
    case 'one':
      return takeOne(step, machine);
    case 'run':
      return takeRun(step, machine);
    case 'split':
      choose(machine, { pc: step.second, at: machine.at, limit: machine.at, by: 0 });
      machine.pc = step.first;
      return true;
    case 'jump':
      machine.pc = step.to;
      return true;
    case 'save':
      save(machine, step.slot, machine.at);
      return true;
    case 'moved':
      return machine.slots[step.slot] !== machine.at;
    case 'edge':
      return isEdge(step.edge, machine);
    case 'look':
      return look(step, machine);
    case 'again':
      return takeAgain(step, machine);
    case 'end':
      return true;
  }
}

const choose = ({ choices, trail }: Machine, { pc, at, limit, by }: Omit<Choice, 'trail'>): void =>
  void choices.push({ pc, at, limit, by, trail: trail.length });

function save({ slots, trail }: Machine, slot: number, value: number): void {
  trail.push(slot, slots[slot] ?? -1);
  slots[slot] = value;
}

type One = Extract<Step, { op: 'one' }>;

function takeOne({ has, by }: Pick<One, 'has' | 'by'>, place: Place): boolean {
  const { text, at, steps } = place;
  const next = by === 1 ? at : at - 1;
  steps.count++;
  if (next < 0 || next >= text.length || !has(text.codePointAt(next) ?? 0)) return false;
  place.at += by === 1 ? widthAt(text, next) : -1;
  return true;
}

/** As many as there are, or as few as there may be; the others are left to the way back. */
function takeRun(step: Extract<Step, { op: 'run' }>, machine: Machine): boolean {
  const { min, max, isLazy } = step;
  let least = min === 0 ? machine.at : -1;
  for (let count = 0; count < max && takeOne(step, machine); )
    if (++count === min) least = machine.at;
  if (least === -1) return false;
  const most = machine.at;
  const [first, last] = isLazy ? [least, most] : [most, least];
  const by = Math.sign(last - first);
  machine.at = first;
  if (by !== 0) choose(machine, { pc: machine.pc, at: first + by, limit: last, by });
  return true;
}

function look({ steps, isNot, saves }: Extract<Step, { op: 'look' }>, machine: Machine): boolean {
  const { slots, trail } = machine;
  if (!saves) return (run(steps, machine) !== undefined) !== isNot;
  const before = slots.slice();
  const isFound = run(steps, machine) !== undefined;
  if (isNot || !isFound) slots.set(before);
  for (const [slot, value] of before.entries()) if (value !== slots[slot]) trail.push(slot, value);
  return isFound !== isNot;
}

function takeAgain({ group, by }: Extract<Step, { op: 'again' }>, machine: Machine): boolean {
  const { text, slots, at, steps, flags } = machine;
  const same = text.slice(slots[2 * group], slots[2 * group + 1]);
  const [from, to] = by === 1 ? [at, at + same.length] : [at - same.length, at];
  steps.count += same.length;
  machine.at = by === 1 ? to : from;
  return isSame(text.slice(Math.max(0, from), to), same, flags);
}

const isSame = (left: string, right: string, { isWithoutCase }: Flags): boolean =>
  isWithoutCase ? left.toLowerCase() === right.toLowerCase() : left === right;

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /^\w$/u.test(character);
const isLineEnd = (character: string | undefined): boolean =>
  character !== undefined && '\n\r\u2028\u2029'.includes(character);

function isEdge(edge: '^' | '$' | 'b' | 'B', { text, at, flags: { isMultiline } }: Place): boolean {
  if (edge === '^') return at === 0 || (isMultiline && isLineEnd(text[at - 1]));
  if (edge === '$') return at === text.length || (isMultiline && isLineEnd(text[at]));
  return (isWord(text[at - 1]) !== isWord(text[at])) === (edge === 'b');
}
