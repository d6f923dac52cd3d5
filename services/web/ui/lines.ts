/** The lines of a text area without blanks around them; an empty line is none. */
export const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
