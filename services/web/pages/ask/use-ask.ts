import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { send, sendJson } from '../../data/api.ts';
import { filledPath } from '../../data/reads.ts';
import { readAnswer } from './answer-stream.ts';

/** A question that is being answered, with what is there of the answer. */
export type Asked = {
  readonly conversation: string;
  readonly question: string;
  readonly answer: string;
};

/**
 * Asks in a conversation, or in a new one, which `onBegun` learns. The answer is shown as it comes, and then read
 * as it was kept, with what it is about. `ask` throws `ApiProblem`.
 */
export function useAsk(conversation: string | undefined, onBegun: (id: string) => void) {
  const [asked, setAsked] = useState<Asked>();
  const queries = useQueryClient();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const readAgain = (name: 'getConversation' | 'listConversations') =>
    queries.invalidateQueries({ queryKey: [name] });
  const answer = async (id: string, question: string, signal: AbortSignal): Promise<void> => {
    setAsked({ conversation: id, question, answer: '' });
    const response = await send(filledPath(messages, { id }), {
      method: 'POST',
      body: { content: question, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      headers: { Accept: 'text/event-stream' },
      signal,
    });
    await readAnswer(response, piece =>
      setAsked(before => before && { ...before, answer: before.answer + piece }),
    );
  };
  const ask = async (question: string): Promise<void> => {
    const { signal } = leaving.current;
    try {
      const id = conversation ?? (await begin(signal));
      if (id !== conversation) onBegun(id);
      await answer(id, question, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) {
        await Promise.all([readAgain('getConversation'), readAgain('listConversations')]);
        setAsked(undefined);
      }
    }
  };
  return { asked, ask };
}

const messages = '/v1/copilot/conversations/:id/messages';

async function begin(signal: AbortSignal): Promise<string> {
  const asked = { method: 'POST', signal } as const;
  return (await sendJson<'startConversation'>('/v1/copilot/conversations', asked)).body.id;
}
