/**
 * What a document looks like: elements with their attributes, values, places and all of their computed styles. It
 * runs in a page, with the document as its argument. What only programs and browsers read is left out.
 */
export const pictureOf = `(document => {
  const unseen = new Set(['SCRIPT', 'NOSCRIPT', 'STYLE', 'LINK', 'META', 'TITLE', 'HEAD', 'BASE']);
  const ofPlayer = new Set(['rrweb-paused', ':hover']);
  const ofPause = new Set(['animation-play-state']);
  const changed = /^(?:on|_on|rr_|(?:autocomplete|class|value)$)/;
  const window = document.defaultView;
  const partsOf = parent =>
    [...parent.childNodes].flatMap(node =>
      node.nodeType === 3 ? [node.data.trim()].filter(Boolean)
      : node.nodeType !== 1 || unseen.has(node.nodeName.toUpperCase()) ? []
      : [elementOf(node)]);
  const elementOf = element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const styles = window.getComputedStyle(element);
    return {
      name: element.nodeName,
      attributes: Object.fromEntries([...element.attributes]
        .filter(({ name }) => !changed.test(name)).map(({ name, value }) => [name, name === 'href' ? element.href : value])),
      classes: [...element.classList].filter(name => !ofPlayer.has(name)),
      value: element.value,
      isChecked: element.checked === true,
      scrolled: [element.scrollLeft, element.scrollTop],
      place: [x, y, width, height],
      styles: Object.fromEntries([...styles].filter(name => !ofPause.has(name))
        .map(name => [name, styles.getPropertyValue(name)])),
      within: element.shadowRoot === null ? [] : partsOf(element.shadowRoot),
      parts: element.nodeName === 'TEXTAREA' ? [] : partsOf(element),
    };
  };
  return elementOf(document.documentElement);
})`;
