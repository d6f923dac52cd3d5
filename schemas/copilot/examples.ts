const id = '3c0f7a3e-9a52-4d0f-9d4e-0c4f6f0f9b11';
const created = '2026-11-25T10:15:00.000Z';
const question = 'Why does checkout fail?';
const reference = {
  type: 'service',
  id: 'checkout',
  path: '/v1/services/checkout/detail',
} as const;
const text =
  'checkout: 11.7 % of 120 requests failed, before 0.0 % of 118; p95 latency 812.5 ms, before 120.1 ms.';

/** What requests and responses look like, by route. */
export const examples = {
  ask: {
    request: { question },
    response: { answer: text, conversation_id: null, references: [reference] },
  },
  start: { response: { id, title: null, created_at: created } },
  conversation: {
    response: {
      id,
      title: question,
      created_at: created,
      messages: [
        { role: 'user', content: question, references: [], created_at: created },
        { role: 'assistant', content: text, references: [reference], created_at: created },
      ],
      next_cursor: null,
    },
  },
  list: {
    response: {
      conversations: [{ id, title: question, created_at: created }],
      limit: 50,
      next_cursor: null,
    },
  },
  deletion: { response: { success: true, id } },
  message: {
    request: { content: question },
    response: { answer: text, conversation_id: id, references: [reference] },
  },
} as const;
