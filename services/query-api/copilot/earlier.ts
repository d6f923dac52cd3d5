import type { Keyring } from '../../../platform/keyring/port.ts';
import { conversations, questionsOf } from '../../../projections/copilot/conversations.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { ConversationId } from '../../../schemas/copilot/ids.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { allOf, rowsOf } from '../bounds/rows.ts';
import { copilotLimits } from './config.ts';
import type { Asked } from './context.ts';
import { openUnseal } from './conversation-head.ts';

type Of = {
  readonly organizationId: OrganizationId;
  readonly id: ConversationId;
  readonly state: DomainState;
  readonly signal: AbortSignal;
};

/** The last questions of a conversation with their answers, which the next one may continue. */
export async function readEarlier(
  { organizationId, id, state, signal }: Of,
  { keyring }: { readonly keyring: Pick<Keyring, 'unseal'> },
): Promise<Asked['earlier']> {
  const places = { prefix: questionsOf(organizationId, id), max: copilotLimits.questionsMax };
  const rows = await allOf(rowsOf(state, conversations, places, turnOf(organizationId, signal)));
  const last = rows
    .toSorted((left, right) => left.startedAtMs - right.startedAtMs)
    .slice(-copilotLimits.earlierMax);
  const unseal = openUnseal(organizationId, keyring);
  const questions = await Promise.all(
    last.map(async ({ question, answer, startedAtMs: atMs }) => ({
      question: await unseal(question),
      answer: await unseal(answer),
      atMs,
    })),
  );
  return questions.flatMap(({ question, answer, atMs }) =>
    question === undefined ? [] : [{ question, atMs, ...(answer !== undefined && { answer }) }],
  );
}
