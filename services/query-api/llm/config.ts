export const llmLimits = {
  /** Models, agents and tools of an organization in one answer, those with the most calls; types of errors of each. */
  modelsMax: 100,
  stepsMax: 100,
  errorTypesMax: 5,
  /** Groups of calls of one model and day that costs are put together from, those with the most calls; others have no price. */
  pricedGroupsMax: 2_000,
  /** How much longer than its own end a call is looked for below another: what wraps it may have begun so much earlier. */
  wrapperSeconds: 3_600,
  /** Of one count of tokens: more is a mistake of an instrumentation, and sums stay exact. */
  tokensMax: 1_000_000_000,
  /** Services and models of a conversation in a list. */
  conversationNamesMax: 10,
  /** Of the messages of one step: characters that are read, of what it was given and of what it gave, and attributes of each. */
  contentCharactersMax: 16_000,
  contentAttributesMax: 64,
  /** Messages of one step that are shown, the last ones, and characters of one. */
  messagesMax: 40,
  messageCharactersMax: 4_000,
  /** Left out where a text was cut, so that no rest of a secret is shown: longer than what one is recognized by. */
  cutCharacters: 1_024,
} as const;
