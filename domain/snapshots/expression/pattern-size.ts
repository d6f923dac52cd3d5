/** Two steps of a group, and one of a choice in it that is empty. */
const groupSize = 3;

/** A class of Unicode (`\p{L}`) has hundreds of ranges: it takes as much time as so many steps. */
const unicodeClassSize = 100;

/** Where case is ignored, each character of a range is looked up: so many take as much time as one step. */
const foldedCodesPerStep = 50;

/** The last character that has another case. */
const lastCasedCode = 0x1_e943;

const quoted = /\\Q(.*?)(?:\\E|$)/suy;
const escaped = /\\(?:[pPx]\{[^}]*\}|.)?/suy;
const namedClass = /\[:\^?\w+:\]/uy;
const ignoringCase = /\(\?[imsU-]*i/u;
const repetition = /\{(\d+)(,(\d*))?\}/uy;

type Scan = {
  readonly pattern: string;
  readonly ignoresCase: boolean;
  at: number;
  /** Of the groups around this place, what stands before in each. */
  readonly outer: number[];
  size: number;
  /** Of what stands right before, which a repetition repeats. */
  part: number;
};

/**
 * An upper bound of the steps that the program of a regular expression has, in which repetitions are written out: it is known before
 * the program is made. Whether it is a regular expression is not checked.
 */
export function patternSize(pattern: string): number {
  const ignoresCase = ignoringCase.test(pattern);
  const scan: Scan = { pattern, ignoresCase, at: 0, outer: [], size: 1, part: 0 };
  while (scan.at < pattern.length) scanPart(scan);
  return scan.outer.reduce((sum, size) => sum + size, scan.size);
}

function scanPart(scan: Scan): void {
  switch (scan.pattern[scan.at]) {
    case '(':
      scan.outer.push(scan.size);
      scan.size = groupSize;
      break;
    case ')': {
      const inner = scan.size;
      scan.size = scan.outer.pop() ?? 0;
      add(scan, inner);
      break;
    }
    case '|':
      scan.size += 2;
      break;
    case '*':
    case '+':
    case '?':
      grow(scan, scan.part + 2);
      break;
    case '{':
      scanRepetition(scan);
      return;
    case '[':
      add(scan, classSize(scan));
      return;
    case '\\':
      scanEscaped(scan);
      return;
    default:
      add(scan, 1);
      skipCharacter(scan);
      return;
  }
  scan.at++;
}

function add(scan: Scan, part: number): void {
  scan.part = part;
  scan.size += part;
}

/** What stands right before becomes larger. */
function grow(scan: Scan, part: number): void {
  scan.size += part - scan.part;
  scan.part = part;
}

/** `{n}`, `{n,}` or `{n,m}`; otherwise the bracket stands for itself. */
function scanRepetition(scan: Scan): void {
  const [found, from, hasMore, to] = taken(scan, repetition) ?? [];
  if (found === undefined) {
    add(scan, 1);
    scan.at++;
    return;
  }
  const min = Number(from);
  const max = hasMore === undefined || to === '' ? min : Number(to);
  grow(scan, scan.part * Math.max(1, max) + Math.max(0, max - min) + 2);
}

function scanEscaped(scan: Scan): void {
  const [, text] = taken(scan, quoted) ?? [];
  if (text === undefined) {
    add(scan, escapedSize(scan));
    return;
  }
  scan.size += text.length;
  scan.part = 1;
}

function escapedSize(scan: Scan): number {
  const [found = ''] = taken(scan, escaped) ?? [];
  return /^\\p/iu.test(found) ? unicodeClassSize : 1;
}

/** Each character counts for itself; one behind a `-` may be the end of a range. */
function classSize(scan: Scan): number {
  scan.at++;
  if (scan.pattern[scan.at] === '^') scan.at++;
  let size = 1;
  for (let isFirst = true; scan.at < scan.pattern.length; isFirst = false) {
    if (scan.pattern[scan.at] === ']' && !isFirst) break;
    size += memberSize(scan);
  }
  scan.at++;
  return size;
}

function memberSize(scan: Scan): number {
  if (taken(scan, namedClass) !== undefined) return 1;
  const start = scan.at;
  const isFolded = scan.ignoresCase && scan.pattern[start - 1] === '-';
  const size = scan.pattern[start] === '\\' ? escapedSize(scan) : 1;
  if (scan.at === start) skipCharacter(scan);
  if (!isFolded) return size;
  const code = Math.min(codeOf(scan.pattern.slice(start, scan.at)), lastCasedCode);
  return size + Math.floor(code / foldedCodesPerStep);
}

const codeOf = (member: string): number => {
  const [, digits] = /^\\x\{([\da-f]+)\}$/iu.exec(member) ?? [];
  return digits === undefined ? (member.codePointAt(0) ?? 0) : Number.parseInt(digits, 16);
};

function skipCharacter(scan: Scan): void {
  const code = scan.pattern.codePointAt(scan.at) ?? 0;
  scan.at += String.fromCodePoint(code).length;
}

function taken(scan: Scan, token: RegExp): RegExpExecArray | undefined {
  token.lastIndex = scan.at;
  const found = token.exec(scan.pattern) ?? undefined;
  scan.at += found?.[0].length ?? 0;
  return found;
}
