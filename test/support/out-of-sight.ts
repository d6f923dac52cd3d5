/**
 * How much wider the page is than the window, what moves by itself, and controls that nobody sees: without a size,
 * beside the window but not in something that scrolls, or without anything that shows their border, text or picture.
 * It runs in the page.
 */
export const outOfSight = `(() => {
  const scrolls = each => {
    for (let box = each.parentElement; box !== null && box !== document.body; box = box.parentElement)
      if (/auto|scroll/u.test(getComputedStyle(box).overflowX)) return true;
    return false;
  };
  const isSeen = each => {
    const { width, left, right, height } = each.getBoundingClientRect();
    const { color, backgroundColor, opacity } = getComputedStyle(each);
    const isInside = left >= -1 && right <= innerWidth + 1;
    return width > 0 && height > 0 && opacity > 0 && color !== backgroundColor && (isInside || scrolls(each));
  };
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')];
  return {
    wider: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    moving: document.getAnimations().length,
    hidden: controls
      .filter(each => each.checkVisibility() && !isSeen(each))
      .map(each => each.outerHTML.slice(0, 200)),
  };
})()`;
