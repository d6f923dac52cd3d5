import { servicePage } from '../../../../domain/telemetry/service-page.ts';
import { outageSeverity } from '../../../../schemas/health/check.ts';
import { quoted, quotedSentence } from '../quoted.ts';
import type { DescribedOutage } from './described.ts';
import type { NoticeText } from './notice-text.ts';
import { timeOf } from './time-of.ts';

/** What a notice says of an outage of a health check. */
export function outageText(outage: DescribedOutage, publicUrl: string): NoticeText {
  const { checkName, serviceName, why, error } = outage;
  const check = `${quoted(checkName)} of ${quoted(serviceName)}`;
  return {
    subject: `[${outageSeverity}] ${check} ${happenings[why]}`,
    lines: [`${check} (health check)`, whyText(outage), `First error: ${quotedSentence(error)}`],
    url: publicUrl + servicePage(serviceName),
    traceUrls: [],
    severity: outageSeverity,
    service: quoted(serviceName),
  };
}

const happenings = {
  first: 'fails',
  reminder: 'still fails',
  resolved: 'recovered',
  silence_over: 'failed in a silence',
} as const;

function whyText({ why, failedAtMs, recoveredAtMs }: DescribedOutage): string {
  const failed = `failed at ${timeOf(failedAtMs)}`;
  const ended = recoveredAtMs && `recovered at ${timeOf(recoveredAtMs)}`;
  switch (why) {
    case 'first':
      return `First notice: the check ${failed}.`;
    case 'reminder':
      return `Reminder: the check ${failed} and still fails.`;
    case 'resolved':
      return `Recovered: the check ${failed} and ${ended ?? 'recovered'}.`;
    case 'silence_over':
      return `A silence is over: the check ${failed} and ${ended ?? 'still fails'}.`;
  }
}
