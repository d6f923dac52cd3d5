/** `ESC [ number m`, which sets or ends a style. */
const sgrCode = new RegExp(`${String.fromCharCode(27)}\\[(\\d*)m`, 'u');

type Run = { readonly text: string; readonly classes: readonly string[] };

const fontSize = 14;
const lineHeight = 20;
const characterWidth = 8.43;
const padding = 20;
const titleHeight = 36;
const columnsMin = 80;

/** The SGR codes that Tidemark prints, and the class that each one begins. */
const begins: Readonly<Record<string, string>> = { 1: 'b', 2: 'd', 31: 'r', 32: 'g' };
/** The codes that end them. */
const ends: Readonly<Record<string, readonly string[]>> = {
  0: ['b', 'd', 'r', 'g'],
  22: ['b', 'd'],
  39: ['r', 'g'],
};

/** A terminal window as SVG: a prompt with the command, and the lines that it printed. */
export function terminalSvg(prompt: string, output: readonly string[]): string {
  const lines = [[{ text: prompt, classes: ['b'] }], [], ...output.map(runsOf)];
  const columns = Math.max(columnsMin, ...lines.map(lengthOf));
  const width = Math.ceil(columns * characterWidth) + 2 * padding;
  const height = titleHeight + lines.length * lineHeight + padding;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Output of tidemark demo">`,
    `<style>${style}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...['#ff5f56', '#ffbd2e', '#27c93f'].map(
      (color, index) => `<circle cx="${padding + index * 20}" cy="18" r="6" fill="${color}"/>`,
    ),
    ...lines.flatMap((runs, row) => textOf(runs, titleHeight + (row + 1) * lineHeight)),
    '</svg>',
    '',
  ].join('\n');
}

const style = [
  `text{font:${fontSize}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6edf3;white-space:pre}`,
  '.b{font-weight:700}.d{fill:#8b949e}.r{fill:#ff7b72}.g{fill:#3fb950}',
].join('');

/** Each run has its own place, so that a font with other widths keeps the columns. */
function textOf(runs: readonly Run[], y: number): readonly string[] {
  let column = 0;
  return runs.map(({ text, classes }) => {
    const x = padding + column * characterWidth;
    const length = text.length * characterWidth;
    column += text.length;
    const named = classes.length === 0 ? '' : ` class="${classes.join(' ')}"`;
    return `<text x="${x.toFixed(1)}" y="${y}" textLength="${length.toFixed(1)}" xml:space="preserve"${named}>${escaped(text)}</text>`;
  });
}

function runsOf(line: string): readonly Run[] {
  let classes: readonly string[] = [];
  const runs: Run[] = [];
  // The pieces between codes are text; the odd ones are the codes themselves.
  for (const [index, piece] of line.split(sgrCode).entries()) {
    if (index % 2 === 1) classes = next(classes, piece);
    else if (piece !== '') runs.push({ text: piece, classes });
  }
  return runs;
}

function next(classes: readonly string[], code: string): readonly string[] {
  const begun = begins[code];
  if (begun !== undefined) return [...classes, begun];
  const ended = ends[code === '' ? '0' : code] ?? [];
  return classes.filter(name => !ended.includes(name));
}

const lengthOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { text }) => sum + text.length, 0);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
