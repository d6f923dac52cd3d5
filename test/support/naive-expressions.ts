/** An expression as a person writes it on paper, and what it is worth. Values are JSON. */
export type Paper =
  | { readonly is: 'value'; readonly value: unknown }
  | { readonly is: 'path'; readonly path: readonly string[] }
  | { readonly is: 'not' | 'negative'; readonly of: Paper }
  | {
      readonly is: 'operation';
      readonly sign: string;
      readonly left: Paper;
      readonly right: Paper;
    };

const strengths = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['in'],
  ['+', '-'],
  ['*', '/'],
];

const strengthOf = (sign: string): number => strengths.findIndex(signs => signs.includes(sign));

const loosest = 0;
const tightest = strengths.length;

/** With as few brackets as the precedence of operators allows. */
export function written(paper: Paper, around = loosest): string {
  switch (paper.is) {
    case 'value':
      return paper.value === null ? 'nil' : JSON.stringify(paper.value);
    case 'path':
      return paper.path.join('.');
    case 'not':
      return `!${written(paper.of, tightest)}`;
    case 'negative':
      return `-${written(paper.of, tightest)}`;
    case 'operation': {
      const own = strengthOf(paper.sign);
      const text = `${written(paper.left, own)} ${paper.sign} ${written(paper.right, own + 1)}`;
      return own < around ? `(${text})` : text;
    }
  }
}

const lookedUp = (path: readonly string[], variables: unknown): unknown =>
  path.reduce((at: unknown, name) => {
    const entries = typeof at === 'object' && at !== null && !Array.isArray(at) ? at : {};
    return new Map(Object.entries(entries)).get(name) ?? null;
  }, variables);

const isYes = (value: unknown): boolean =>
  !(value === null || value === false || value === '' || value === 0);

/** What it is worth, by the rules of the shared fixture read one by one. */
export function worth(paper: Paper, variables: unknown): unknown {
  if (paper.is === 'value') return paper.value;
  if (paper.is === 'path') return lookedUp(paper.path, variables);
  if ('of' in paper) {
    const value = worth(paper.of, variables);
    if (paper.is === 'not') return !isYes(value);
    return typeof value === 'number' ? -value : null;
  }
  const [left, right] = [worth(paper.left, variables), worth(paper.right, variables)];
  const numbers = typeof left === 'number' && typeof right === 'number';
  const texts = typeof left === 'string' && typeof right === 'string';
  const order = (): number => {
    if (left === right) return 0;
    return (left as number) < (right as number) ? -1 : 1;
  };
  const compared = numbers || texts;
  const results: Readonly<Record<string, () => unknown>> = {
    '||': () => isYes(left) || isYes(right),
    '&&': () => isYes(left) && isYes(right),
    '==': () => left === right,
    '!=': () => left !== right,
    '<': () => compared && order() < 0,
    '<=': () => compared && order() <= 0,
    '>': () => compared && order() > 0,
    '>=': () => compared && order() >= 0,
    in: () =>
      typeof left === 'string' &&
      typeof right === 'object' &&
      right !== null &&
      Object.keys(right).includes(left),
    '+': () => {
      if (numbers) return Number(left) + Number(right);
      return typeof left === 'string' || typeof right === 'string'
        ? [left, right].map(part => (part === null ? '' : `${part}`)).join('')
        : null;
    },
    '-': () => (numbers ? Number(left) - Number(right) : null),
    '*': () => (numbers ? Number(left) * Number(right) : null),
    '/': () => (numbers && right !== 0 ? Number(left) / Number(right) : null),
  };
  return results[paper.sign]?.();
}
