/** The value of a series in the text of `/metrics`; undefined where there is no such line. */
export function metricValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find(each => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** Reads `/metrics` of a server, each time anew. */
export const metricsAt = (url: string) => async (series: string) =>
  metricValue(await (await fetch(`${url}/metrics`)).text(), series);
