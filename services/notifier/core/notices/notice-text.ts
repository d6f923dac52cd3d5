import type { Severity } from '../../../../schemas/alerts/rule.ts';

/** What a notice says of one alert or outage. */
export type NoticeText = {
  /** Of a mail about nothing else. */
  readonly subject: string;
  readonly lines: readonly string[];
  readonly url: string;
  /** Pages of traces that show what it is about. */
  readonly traceUrls: readonly string[];
  readonly severity: Severity;
  /** Quoted. */
  readonly service: string;
};
