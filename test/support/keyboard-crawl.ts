import type { Visitor } from './visitor.ts';

/** A page whose controls are not all reached after so many rounds keeps one from the keyboard. */
const roundsMax = 3;

/** Notes which controls get the focus, and the first words of those on which nobody sees it. It runs in the page. */
const watchFocus = `(() => {
  const tokens = document.createElement('i');
  const colourOf = name => {
    tokens.style.color = 'var(' + name + ')';
    return getComputedStyle(tokens).color;
  };
  document.body.append(tokens);
  const colours = new Set(['--accent', '--text', '--past', '--critical'].map(colourOf));
  tokens.remove();
  const isSeen = ({ outlineStyle, outlineWidth, outlineColor }) =>
    outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && colours.has(outlineColor);
  const crawl = { reached: new Set(), unseen: [] };
  window.crawl = crawl;
  document.addEventListener('focusin', ({ target }) => {
    if (!crawl.reached.has(target) && !isSeen(getComputedStyle(target)))
      crawl.unseen.push(target.outerHTML.slice(0, 200));
    crawl.reached.add(target);
  });
})()`;

/** Controls that are seen. Where arrow keys go from one to the next, all but one have a negative place in the order. */
const controls = `[...document.querySelectorAll(
  'a[href], button, input, select, textarea, summary, [tabindex="0"]'
)].filter(each =>
  each.tabIndex >= 0 && !each.disabled && each.getClientRects().length > 0 &&
  each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))`;

const missing = `${controls}.filter(each => !crawl.reached.has(each)).map(each => each.outerHTML.slice(0, 200))`;

export type Crawl = {
  /** Controls at which the tabulator key never comes. */
  readonly missing: readonly string[];
  /** Those that do not show that they have the focus. */
  readonly unseen: readonly string[];
};

/** Goes through an open page by the tabulator key, from its top. */
export async function crawlByKeyboard({ page, settled }: Visitor): Promise<Crawl> {
  await page.evaluate(watchFocus);
  for (let round = 0; round < roundsMax; round++) {
    const count = await page.evaluate<number>(`${controls}.length`);
    for (let pressed = 0; pressed <= count; pressed++) await page.keyboard.press('Tab');
    // What was unread comes when the focus reaches it.
    await settled();
    if ((await page.evaluate<number>(`${missing}.length`)) === 0) break;
  }
  return page.evaluate<Crawl>(`({ missing: ${missing}, unseen: crawl.unseen })`);
}
