import { deepEqual } from 'node:assert/strict';
import { nativeExec } from './parse.ts';
import { programOf } from './program.ts';
import { type Steps, search } from './run.ts';

/**
 * How many steps the patterns of some work take: each is matched by an engine that tries one way after the other, as that of
 * JavaScript does, and counts what it does. So it is shown, and not measured with a clock, that work is in proportion to a text.
 *  isChecked  every match is compared with that of JavaScript
 */
export function countSteps(work: () => void, isChecked = false): number {
  const steps: Steps = { count: 0 };
  RegExp.prototype.exec = function (this: RegExp, value: string): RegExpExecArray | null {
    const text = String(value);
    RegExp.prototype.exec = nativeExec;
    try {
      const { lastIndex } = this;
      const found = execCounted(this, text, steps);
      if (isChecked) expectSame(this, text, lastIndex, found);
      return found;
    } finally {
      RegExp.prototype.exec = counting;
    }
  };
  const counting = RegExp.prototype.exec;
  try {
    work();
  } finally {
    RegExp.prototype.exec = nativeExec;
  }
  return steps.count;
}

function execCounted(pattern: RegExp, text: string, steps: Steps): RegExpExecArray | null {
  const isMoving = pattern.global || pattern.sticky;
  const slots = search(pattern, text, isMoving ? pattern.lastIndex : 0, steps);
  if (isMoving) pattern.lastIndex = slots?.[1] ?? 0;
  if (slots === undefined) return null;
  const { groups: count, names } = programOf(pattern);
  const groupAt = (index: number): string | undefined => {
    const [from = -1, to = -1] = slots.subarray(2 * index, 2 * index + 2);
    return from < 0 || to < 0 ? undefined : text.slice(from, to);
  };
  const groups = Object.fromEntries([...names].map(([name, index]) => [name, groupAt(index)]));
  return Object.assign(
    Array.from({ length: count + 1 }, (_, index) => groupAt(index)),
    { index: slots[0] ?? 0, input: text, groups: names.size === 0 ? undefined : groups },
  ) as unknown as RegExpExecArray;
}

function expectSame(
  pattern: RegExp,
  text: string,
  from: number,
  found: RegExpExecArray | null,
): void {
  const { lastIndex } = pattern;
  pattern.lastIndex = from;
  const native = nativeExec.call(pattern, text);
  deepEqual(
    [found && [...found], found?.index, { ...found?.groups }, lastIndex],
    [native && [...native], native?.index, { ...native?.groups }, pattern.lastIndex],
    `${pattern} in ${text.slice(0, 200)}`,
  );
}
