/** The cells of CSV by line, as RFC 4180 says. Throws where a line does not end with CRLF. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const cells: string[] = [];
    for (let isLast = false; !isLast; ) {
      const cell = cellAt(text, at);
      cells.push(cell.value);
      isLast = text[cell.end] !== ',';
      at = cell.end + 1;
    }
    if (text.slice(at - 1, at + 1) !== '\r\n') throw new Error(`expected CRLF at ${at - 1}`);
    lines.push(cells);
    at++;
  }
  return lines;
}

const plain = /[^",\r\n]*/uy;
const inQuotes = /"((?:[^"]|"")*)"/uy;

function cellAt(text: string, at: number): { readonly value: string; readonly end: number } {
  const pattern = text[at] === '"' ? inQuotes : plain;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) throw new Error(`expected a cell at ${at}`);
  const [whole, inner] = found;
  return {
    value: inner === undefined ? whole : inner.replaceAll('""', '"'),
    end: at + whole.length,
  };
}
