/** How people ask who do not know the product; the incident began after lunch. */
export const phrasings = (service: string, complaint: string): readonly string[] => [
  `why is ${service} ${complaint} since lunch?`,
  'what changed?',
  'is it the database?',
  'who is affected?',
  'did we have this last week?',
];

/** Further ones, which only a whole run asks. */
export const morePhrasings = (service: string, complaint: string): readonly string[] => [
  "what's going on?",
  `our ${service} seems ${complaint}, can you help`,
  'anything wrong in the last 4 hours?',
  `is ${service} still ${complaint}?`,
  'what happened today?',
];
