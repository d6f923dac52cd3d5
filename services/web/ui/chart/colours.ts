/** The colour of a series by its number, from the tokens of the theme that is shown. */
export function seriesColour(index: number): string {
  const all = getComputedStyle(document.documentElement).getPropertyValue('--series').trim();
  const colours = all.split(/\s+/u);
  return colours[index % colours.length] ?? 'currentColor';
}
