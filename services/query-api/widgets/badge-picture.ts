import { createHash } from 'node:crypto';
import { escapeMarkup } from '../../../platform/http/documents/markup.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { ServiceStatus } from '../../../schemas/widgets/status.ts';

export type Badge = ResponseOf<'widgetBadge'>;

const width = 320;
const height = 96;
const trendBox = { left: 16, right: 304, top: 66, bottom: 84 };
const nameCharactersShown = 26;

const style =
  'text{font:13px system-ui,sans-serif;fill:#1f2933}.name{font-size:15px;font-weight:600}.soft{fill:#52606d}' +
  '.card{fill:#fff;stroke:#d5dbe1}.trend{fill:none;stroke:#3b6ea8;stroke-width:1.5}' +
  '@media(prefers-color-scheme:dark){text{fill:#f0f4f8}.soft{fill:#a9b4c0}.card{fill:#1b232c;stroke:#3a4653}.trend{stroke:#7fb2ea}}';

const styleHash = createHash('sha256').update(style).digest('base64');

/** A page that shows the picture in an `img` runs nothing of it anyway; one who opens its address does not either. */
export const pictureHeaders = {
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; sandbox`,
  // Pages that isolate themselves show only what says that it is for other sites.
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const colours: Readonly<Record<ServiceStatus, string>> = {
  healthy: '#2f9e44',
  degraded: '#e8890c',
  unhealthy: '#d6336c',
  unknown: '#868e96',
};

/** A badge as SVG, in which every text is escaped. */
export function badgePicture({ service, status, range, metrics, trend }: Badge): string {
  const name = escapeMarkup(shortened(service));
  const figures = `p95 ${timeText(metrics.response_time_ms)} · uptime ${percentText(metrics.uptime_percentage)} · ${range}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
    `aria-label="${name}: ${status}, ${figures}"><title>${name}: ${status}, ${figures}</title><style>${style}</style>` +
    `<rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>` +
    `<circle cx="22" cy="24" r="6" fill="${colours[status]}"/><text class="name" x="36" y="29">${name}</text>` +
    `<text x="${trendBox.right}" y="29" text-anchor="end">${status}</text>` +
    `<text class="soft" x="16" y="52">${figures}</text>` +
    `<polyline class="trend" points="${pointsOf(trend.map(({ value }) => value))}"/></svg>`
  );
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= nameCharactersShown) return name;
  return `${characters.slice(0, nameCharactersShown - 1).join('')}…`;
}

/** The highest value touches the top; without any the line is flat at the bottom. */
function pointsOf(values: readonly number[]): string {
  const highest = Math.max(...values, Number.MIN_VALUE);
  const { left, right, top, bottom } = trendBox;
  const stepWidth = (right - left) / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const x = left + index * stepWidth;
      const y = bottom - ((bottom - top) * value) / highest;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** `0.4 ms`, `25 ms`, `1.25 s`. */
function timeText(ms: number): string {
  if (ms >= 1_000) return `${Number((ms / 1_000).toFixed(2))} s`;
  return `${ms >= 10 ? Math.round(ms) : Number(ms.toFixed(1))} ms`;
}

/** Two digits, never rounded up: 99.999 is not all of the time. */
const percentText = (percent: number): string => `${Math.floor(percent * 100) / 100} %`;
