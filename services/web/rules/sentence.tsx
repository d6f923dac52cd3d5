import { serviceLink } from '../links.ts';
import { LinkTo } from '../ui/page-link.tsx';
import { Foreign } from '../ui/text.tsx';
import { conditionText, metricText, minutesText, type Rule } from './words.ts';

type Said = Pick<
  Rule,
  | 'alert_type'
  | 'metric'
  | 'operator'
  | 'threshold'
  | 'time_window'
  | 'for_minutes'
  | 'scope_value'
  | 'severity'
>;

/** When a rule fires, in one sentence. */
export const RuleSentence = ({ rule }: { readonly rule: Said }) => (
  <>
    Fires with severity {rule.severity} when the {metricText(rule)} of{' '}
    {rule.scope_value === null ? (
      'all services together'
    ) : (
      <LinkTo link={serviceLink(rule.scope_value)}>
        <Foreign>{rule.scope_value}</Foreign>
      </LinkTo>
    )}{' '}
    is <strong>{conditionText(rule)}</strong> within {minutesText(rule.time_window)}
    {rule.for_minutes > 0 && (
      <>
        , and has been for <strong>{minutesText(rule.for_minutes)}</strong>
      </>
    )}
    .
  </>
);
