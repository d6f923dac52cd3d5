import { type Panel, type Query, type Row, rows } from './panels.ts';
import { selectorsOf, type Target } from './promql.ts';

const width = 24;
const height = { row: 1, stat: 4, graph: 8 };
const panelsOfARow = { stat: 6, graph: 3 };

/** Chosen where the dashboard is shown. */
const datasource = { type: 'prometheus', uid: '$datasource' };

type Place = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/** The dashboard as Grafana imports it. */
export function dashboardFile(): string {
  const panels: object[] = [];
  let y = 0;
  for (const row of rows) {
    const placed = placedPanels(row, y);
    for (const panel of placed.panels) panels.push({ id: panels.length + 1, ...panel });
    y = placed.end;
  }
  return `${JSON.stringify({ ...frame, panels }, null, 2)}\n`;
}

const variable = (name: keyof Target, target: Target) => ({
  name,
  label: name,
  type: 'query',
  datasource,
  query: {
    query: `label_values(${selectorsOf(target).series('tidemark_build_info')}, ${name})`,
    refId: name,
  },
  refresh: 2,
  sort: 1,
  includeAll: true,
  multi: true,
  current: { text: ['All'], value: ['$__all'] },
});

const frame = {
  title: 'Tidemark',
  uid: 'tidemark',
  description: 'Written by npm run check:deploy -- --write from test/deploy/monitoring.',
  tags: ['tidemark'],
  schemaVersion: 39,
  editable: true,
  time: { from: 'now-3h', to: 'now' },
  refresh: '30s',
  templating: {
    list: [
      { name: 'datasource', label: 'data source', type: 'datasource', query: 'prometheus' },
      variable('job', {}),
      variable('instance', { job: ['=~', '$job'] }),
    ],
  },
};

/** The heading of a row and its panels below, from left to right. */
function placedPanels({ title, panels }: Row, y: number) {
  const kind = panels.every(({ stat }) => stat !== undefined) ? 'stat' : 'graph';
  const [w, h] = [width / panelsOfARow[kind], height[kind]];
  const below = y + height.row;
  const placed = panels.map((panel, index) => {
    const line = Math.floor(index / panelsOfARow[kind]);
    const x = (index % panelsOfARow[kind]) * w;
    return panelOf(panel, { x, y: below + line * h, w, h });
  });
  const heading = { type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: width, h: 1 } };
  const lines = Math.ceil(panels.length / panelsOfARow[kind]);
  return { panels: [heading, ...placed], end: below + lines * h };
}

const panelOf = ({ title, unit, stat, queries }: Panel, gridPos: Place) => ({
  type: stat === undefined ? 'timeseries' : 'stat',
  title,
  datasource,
  gridPos,
  targets: queries.map(targetOf),
  fieldConfig: {
    defaults: { unit, min: 0, ...(stat && { thresholds: thresholdsOf(stat) }) },
    overrides: [],
  },
  ...(stat && {
    options: { reduceOptions: { calcs: ['lastNotNull'] }, textMode: 'value_and_name' },
  }),
});

const targetOf = ({ expr, legend }: Query, index: number) => ({
  refId: String.fromCharCode('A'.charCodeAt(0) + index),
  datasource,
  expr,
  legendFormat: legend,
});

const thresholdsOf = ({ red, is }: NonNullable<Panel['stat']>) => ({
  mode: 'absolute',
  steps: [
    { color: is === 'from' ? 'green' : 'red', value: null },
    { color: is === 'from' ? 'red' : 'green', value: red },
  ],
});
