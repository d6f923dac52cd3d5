import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const css = readFileSync('services/web/ui/tokens.css', 'utf8');

/** The tokens of one block, by name. */
function tokensOf(selector: string): ReadonlyMap<string, string> {
  const start = css.indexOf(selector);
  ok(start >= 0, selector);
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  const found = [...block.matchAll(/--([\w-]+):\s*([^;]+);/gu)];
  return new Map(found.map(([, name = '', value = '']) => [name, value.replace(/\s+/gu, ' ')]));
}

const themes = { light: tokensOf(':root {'), dark: tokensOf(':root[data-theme="dark"]') };

/** Relative luminance and contrast: WCAG 2.2, definitions. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['bg', 'surface', 'sunken', 'raised'];
const tones = ['accent', 'critical', 'warning', 'ok', 'past'];

describe('the colours of the pages', () => {
  for (const [theme, tokens] of Object.entries(themes)) {
    const of = (name: string): string => tokens.get(name) ?? '';

    it(`let text be read on every surface: ${theme}`, () => {
      for (const surface of surfaces)
        for (const text of ['text', 'muted', ...tones])
          ok(contrast(of(text), of(surface)) >= 4.5, `${text} on ${surface}`);
      for (const tone of tones)
        ok(contrast(of(tone), of(`${tone}-bg`)) >= 4.5, `${tone} on its own background`);
    });

    it(`let borders of controls and series be seen: ${theme}`, () => {
      const series = of('series').split(' ');
      equal(series.length, 12);
      for (const graphic of [of('strong'), ...series])
        ok(contrast(graphic, of('surface')) >= 3, graphic);
    });
  }

  it('are the same whether the system or the reader chose dark', () => {
    const system = tokensOf(':root:not([data-theme="light"])');
    for (const [name, value] of themes.dark) equal(system.get(name), value, name);
  });
});
