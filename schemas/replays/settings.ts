/** What an organization wants of recorded sessions: what is masked before it is stored, how many are kept, and for how long. */
export type ReplaySettings = {
  /** All text of pages. */
  readonly maskText: boolean;
  /** What users type or choose in fields. */
  readonly maskInputs: boolean;
  /** Ids of users, which are stored as keyed hashes instead. */
  readonly maskUserId: boolean;
  /** Elements that are masked with all that is in them. */
  readonly maskSelectors: readonly string[];
  /** Attributes of elements whose values are masked; a `*` at the end stands for any rest. */
  readonly maskAttributes: readonly string[];
  /** Regular expressions (RE2); what they find is masked. */
  readonly maskPatterns: readonly string[];
  /** Of 100 sessions, how many are kept. */
  readonly samplePercent: number;
  /** Null: as long as the server keeps them. */
  readonly retentionDays: number | null;
};

/** Of an organization that changed nothing. */
export const replaySettingDefaults: ReplaySettings = {
  maskText: false,
  maskInputs: true,
  maskUserId: false,
  maskSelectors: [],
  maskAttributes: [],
  maskPatterns: [],
  samplePercent: 100,
  retentionDays: null,
};

/** As they were stored; events of earlier releases lack what these did not know. */
export const withDefaults = (stored: Partial<ReplaySettings> | undefined): ReplaySettings => ({
  ...replaySettingDefaults,
  ...stored,
});

export const replaySettingLimits = {
  selectorsMax: 50,
  selectorCharactersMax: 200,
  attributesMax: 50,
  attributeCharactersMax: 100,
  patternsMax: 10,
  patternCharactersMax: 500,
  retentionDaysMax: 3_650,
} as const;
