import { Bot, MessageSquare, Wrench } from 'lucide-react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { spanLink } from '../../links.ts';
import { Badge } from '../../ui/badge.tsx';
import { countText, durationText } from '../../ui/figures.ts';
import { LongText } from '../../ui/long-text.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Foreign, ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { costText } from './cost-text.ts';
import styles from './models.module.css';

type Step = ResponseOf<'getLlmConversation'>['steps'][number];
type Call = NonNullable<Step['call']>;

const icons = { call: MessageSquare, agent: Bot, tool: Wrench } as const;
const kinds = { call: 'Model', agent: 'Agent', tool: 'Tool' } as const;

/** One call of a model, or what an agent or a tool did, with its messages where they are shown. */
export function Step({ step }: { readonly step: Step }) {
  const { kind, name, call, messages } = step;
  const Icon = icons[kind];
  return (
    <li className={styles.step}>
      <div className={styles.stepHead}>
        <Icon size={14} aria-hidden />
        <Muted>{kinds[kind]}</Muted>
        <b>
          <ForeignLine>{name === '' ? 'not named' : name}</ForeignLine>
        </b>
        <LinkTo link={spanLink(step.trace_id, step.span_id)}>
          <Instant at={step.start_time} />
        </LinkTo>
        {step.has_error && (
          <Badge tone="critical">
            failed{step.error_type !== null && <>: {step.error_type.slice(0, 80)}</>}
          </Badge>
        )}
        <Muted>
          {durationText(step.duration_ms)}
          {call !== null && ` · ${callText(call)}`}
        </Muted>
      </div>
      {messages !== null && messages.length > 0 && (
        <ul className={styles.messages}>
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name, and never change.
            <li key={index} className={styles.message}>
              <span className={styles.role}>
                <Foreign>{message.role}</Foreign>
              </span>
              <div>
                <LongText>{message.content}</LongText>
                {message.is_shortened && <Muted> … shortened</Muted>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const callText = (call: Call): string =>
  [
    `${countText(call.input_tokens)} in`,
    ...(call.cached_input_tokens > 0 ? [`${countText(call.cached_input_tokens)} cached`] : []),
    `${countText(call.output_tokens)} out`,
    ...(call.first_token_ms === null
      ? []
      : [`first token after ${durationText(call.first_token_ms)}`]),
    ...(call.cost_usd === null ? [] : [costText(call)]),
  ].join(' · ');
