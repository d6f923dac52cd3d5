import { type Piece, SqlRejected } from './sql-tokens.ts';

/**
 * Throws for work that grows with the square of an array: a lambda within a lambda, and a search
 * through an array within one. A server does all of it between two looks at the statement's time.
 */
export function expectModestLambdas(pieces: readonly Piece[]): void {
  for (const index of pieces.keys()) {
    if (!isArrow(pieces, index)) continue;
    const body = bodyAfter(pieces, index);
    if (body.some((_, at) => isArrow(body, at))) {
      throw new SqlRejected('expected no lambda within a lambda');
    }
    const search = body.find(
      ({ kind, text }) => kind === 'name' && searches.has(text.toLowerCase()),
    );
    if (search !== undefined) {
      throw new SqlRejected(
        `expected no ${search.text} within a lambda; IN finds a value in a list`,
      );
    }
  }
}

const isArrow = (pieces: readonly Piece[], index: number): boolean =>
  pieces[index]?.text === '>' && pieces[index - 1]?.text === '-';

/** Up to the comma or the parenthesis that ends it. */
function bodyAfter(pieces: readonly Piece[], index: number): readonly Piece[] {
  const depth = pieces[index]?.depth ?? 0;
  const rest = pieces.slice(index + 1);
  const end = rest.findIndex(
    piece => piece.depth < depth || (piece.text === ',' && piece.depth === depth),
  );
  return end < 0 ? rest : rest.slice(0, end);
}

const searches: ReadonlySet<string> = new Set(
  'has hasany hasall indexof countequal arrayintersect mapcontains'.split(' '),
);
