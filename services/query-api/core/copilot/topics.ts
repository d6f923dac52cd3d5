/** What a question wants to know. */
export type Topic = keyof typeof words;

/** By people who do not know the product, and by those who do. */
const words = {
  alerts: /\b(?:alerts?|alarms?|firing|on[- ]call|paged)\b/iu,
  anomalies: /\banomal(?:y|ies|ous)\b|\bunusual\b/iu,
  causes:
    /\b(?:why|causes?|caused|cause|reason|because|slow(?:er|ness)?|latency|errors?|exceptions?|fail(?:s|ed|ing|ures?)?|broken?|wrong|down|outage|incident|happen(?:ed|ing|s)?|going on|stuck|timing out|timeouts?|5\d\ds?|problems?|issues?|root cause|spike[sd]?|spiking|degraded|missing|stopped|gone|no data|quiet)\b/iu,
  changes:
    /\bwhat(?:'s|s| has| have| is| did)? (?:we )?(?:changed?|different|new)\b|\b(?:changed?|deploy(?:s|ed|ments?)?|releases?d?|rolled? ?out|rollout|versions?|shipp?(?:ed)?)\b/iu,
  database:
    /\b(?:databases?|dbs?|sql|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|redis|quer(?:y|ies)|oracle|dynamo(?:db)?|cassandra|elasticsearch)\b/iu,
  affected:
    /\bwho(?:'s|se| is| are| was| were)?\b|\b(?:customers?|users?|tenants?|accounts?|clients?|people|anyone|anybody|everyone|everybody)\b|\b(?:affected|impact(?:ed)?|blast radius)\b/iu,
  over: /\b(?:is|are|was) (?:it|this|that|things|we|everything)\b.{0,30}\b(?:over|fixed|resolved|back|ok|okay|recovered|done|better|gone|still)\b|\bstill\b|\brecover(?:ed|ing)?\b|\bback to normal\b|\bresolved\b|\bfixed\b/iu,
  before:
    /\b(?:did|have|has|had|was|were|is)\b.{0,40}\b(?:before|already|last week|last month|first time|ever)\b|\bhappen(?:ed|s)? (?:before|again|last week)\b|\bagain\b|\bfirst time\b|\brecurr/iu,
  slowest:
    /\bslowest\b|\b(?:which|what) (?:endpoints?|operations?|routes?|requests?|calls?|pages?|apis?)\b|\bbottlenecks?\b/iu,
  versions:
    /\bcompare\b|\bv?\d+\.\d+(?:\.\d+)?\b.{0,30}\b(?:and|vs\.?|versus|to|than|with)\b.{0,30}\bv?\d+\.\d+/iu,
  usual:
    /\b(?:than|to|with|vs\.?|versus) (?:yesterday|last week|usual|normal|before|the (?:day|week|hour) before)\b|\b(?:faster|slower|worse|better) than\b/iu,
  languageModels: /\b(?:llms?|models?|tokens?|gen[- ]?ai|prompts?)\b/iu,
  everything:
    /\bhow (?:are|is|'s) (?:we|things|it|everything|all)\b|\b(?:overview|status|healthy|health|summary|summar(?:y|ise|ize))\b|\ball (?:good|ok|okay|fine)\b|\banything (?:wrong|broken|bad)\b|\bwhat(?:'s|s| is) (?:going on|up|happening)\b/iu,
} as const;

export function topicsIn(question: string): ReadonlySet<Topic> {
  const found = Object.entries(words).flatMap(([topic, form]) =>
    form.test(question) ? [topic as Topic] : [],
  );
  return new Set(found);
}
