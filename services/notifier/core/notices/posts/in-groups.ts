/** Parts in groups, each as large as `fits` allows, in their order. A part that does not fit alone is a group of its own. */
export function inGroups<Part>(
  parts: readonly Part[],
  fits: (group: readonly Part[]) => boolean,
): readonly (readonly Part[])[] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last !== undefined && fits([...last, part])) last.push(part);
    else groups.push([part]);
  }
  return groups;
}
