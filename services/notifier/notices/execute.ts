import type { InTurn } from '../../../platform/shares/in-turn.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import {
  type DomainEvent,
  type EventPayload,
  eventVersion,
} from '../../../schemas/events/event.ts';
import { type CommandId, deliveriesStream, type EventId, eventId } from '../../../schemas/ids.ts';
import type { Delivered } from '../core/delivered.ts';
import type { NoticeStep } from '../core/notices/due.ts';
import { noticeOutcome } from '../core/notices/outcome.ts';
import { postRenderers } from '../core/notices/posts/renderers.ts';
import type { OpenNotice, Target } from '../core/notices/target.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { sendMail } from '../send-mail.ts';
import { permitNotice } from './permit.ts';
import type { Progress } from './progress.ts';
import { renderNotice } from './render.ts';
import { sendPosts } from './send-posts.ts';

type Dependencies = Required<NotifierDependencies>;

type Context = {
  readonly cursor: number;
  readonly signal: AbortSignal;
  /** Of mails, which have one server for all organizations. */
  readonly mailTurns: InTurn;
  readonly progress: Progress;
};

/**
 * Does one step and records it; gives the position of the record. A notice is recorded before it is sent.
 * Rejects with `RevisionConflict` when another process does the same.
 */
export async function executeStep(
  step: NoticeStep,
  context: Context,
  dependencies: Dependencies,
): Promise<number> {
  switch (step.kind) {
    case 'record': {
      const { target, fact } = step;
      const permitted =
        fact.type === 'NoticePlanned'
          ? await permitNotice({ target, fact }, dependencies, context.signal)
          : fact;
      return append(target, recordOf({ target, fact: permitted }), dependencies);
    }
    case 'exhaust': {
      const delivered = { kind: 'failed', error: step.error, final: true } as const;
      return append(step.target, outcomeOf(step, delivered, context, dependencies), dependencies);
    }
    case 'send': {
      const delivered = await send(step.notice, context, dependencies);
      return append(step.target, outcomeOf(step, delivered, context, dependencies), dependencies);
    }
  }
}

type RecordStep = Extract<NoticeStep, { readonly kind: 'record' }>;

type Recorded = {
  readonly fact: EventPayload;
  readonly name: string;
  readonly causationId: CommandId | EventId;
  readonly correlationId: string;
  readonly organizationId: DomainEvent['organizationId'];
};

/** One name for one place in the stream: an append that is repeated adds nothing. */
function recordOf({ target, fact }: Pick<RecordStep, 'target' | 'fact'>): Recorded {
  const { organizationId, items } = fact.data;
  const testId = fact.type === 'NoticePlanned' ? fact.data.testId : undefined;
  const causationId = testId ?? items[0]?.causeIds[0];
  if (causationId === undefined) throw new Error('expected a cause of a notice, found none');
  const name = `${fact.type} ${target.revision + 1}`;
  return { fact, name, causationId, correlationId: causationId, organizationId };
}

function outcomeOf(
  { notice }: { readonly notice: OpenNotice },
  delivered: Delivered,
  { cursor }: Context,
  { now }: Dependencies,
): Recorded {
  const { noticeId, correlationId, attempts } = notice;
  const fact = noticeOutcome(notice, delivered, { cursor, nowMs: now() });
  const { organizationId } = notice.data;
  const name = `${noticeId} ${fact.type} ${attempts}`;
  return { fact, name, causationId: noticeId, correlationId, organizationId };
}

async function append(
  target: Target,
  { fact, name, organizationId, ...causes }: Recorded,
  { eventStore, now }: Dependencies,
): Promise<number> {
  const event: DomainEvent = {
    ...fact,
    id: eventId(uuidV5(target.organizationId, `${target.id} ${name}`)),
    version: eventVersion,
    ...(organizationId !== undefined && { organizationId }),
    atMs: now(),
    ...causes,
    actor: 'notifier',
  };
  return eventStore.append(deliveriesStream(target.id), [event], target.revision);
}

async function send(
  notice: OpenNotice,
  { mailTurns, progress, signal }: Context,
  dependencies: Dependencies,
): Promise<Delivered> {
  const rendered = await renderNotice(notice, dependencies, signal);
  if ('error' in rendered) return { kind: 'failed', error: rendered.error, final: true };
  const { noticeId: id, plannedAtMs: atMs, attempts } = notice;
  const { kind, to, described, isTest, ...content } = rendered;
  const { organizationId, heldBack } = notice.data;
  if (kind === 'email') {
    const mail = { id, atMs, to, ...content };
    return mailTurns(organizationId, () => sendMail(mail, attempts, dependencies), signal);
  }
  const publicUrl = dependencies.publicUrl();
  const posted = { id, to, described, isTest, heldBack, publicUrl, ...content };
  const requests = postRenderers[kind](posted);
  return sendPosts({ id, requests }, { organizationId, signal }, { ...dependencies, progress });
}
