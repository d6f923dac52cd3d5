/** One line of the source made wrong, and the test that must turn red. */
export type Sabotage = {
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once; a run fails when it has moved. */
  readonly anchor: string;
  readonly breakage: string;
  readonly spec: string;
  /** Part of the full title of the test. */
  readonly test: string;
};

export const sabotages: readonly Sabotage[] = [
  {
    name: 'floor for ceil in the rank of a percentile',
    file: 'schemas/window.ts',
    anchor: 'const rank = Math.ceil(q * total);',
    breakage: 'const rank = Math.floor(q * total);',
    spec: 'test/unit/window-fold.test.ts',
    test: 'keeps counts and errors exact and percentiles within 1 % of the nearest rank',
  },
  {
    name: 'buckets of another width',
    file: 'schemas/window.ts',
    anchor: 'return ((halves[1] as number) >>> 14) - firstBucketBits;',
    breakage: 'return ((halves[1] as number) >>> 16) - (firstBucketBits >>> 2);',
    spec: 'test/unit/window-fold.test.ts',
    test: 'has a middle within 0.79 % of every duration in it',
  },
  {
    name: 'the marker does not beat the committed offset',
    file: 'services/processor/core/range.ts',
    anchor: 'if (marker !== undefined && marker.last >= offset)',
    breakage: 'if (marker !== undefined && marker.last < 0)',
    spec: 'test/unit/batch-range.test.ts',
    test: 'believes a marker more than an offset',
  },
  {
    name: 'a note of another offset is believed',
    file: 'services/processor/core/range.ts',
    anchor: 'return note !== undefined && note.first === offset ?',
    breakage: 'return note !== undefined ?',
    spec: 'test/unit/batch-range.test.ts',
    test: 'does not believe a note of another offset',
  },
  {
    name: 'repeats are not recognised',
    file: 'services/processor/repeats.ts',
    anchor: 'return !isRepeat;',
    breakage: 'return true || !isRepeat;',
    spec: 'test/integration/processor.test.ts',
    test: 'recognises a repeat in the same batch',
  },
  {
    name: 'a record that cannot be read ends the batch',
    file: 'services/processor/form.ts',
    anchor: 'deadLetters.push(deadLetter(record, reason, error));',
    breakage: 'throw error;',
    spec: 'test/integration/processor.test.ts',
    test: 'puts a record aside that nobody can read',
  },
  {
    name: 'a bad release empties the log',
    file: 'services/processor/dead-letters.ts',
    anchor: 'if (letters > limits.deadShareMax * total)',
    breakage: 'if (letters > total)',
    spec: 'test/integration/processor.test.ts',
    test: 'halts instead of emptying the log',
  },
  {
    name: 'late spans go into the window of now',
    file: 'services/processor/core/windows.ts',
    anchor: 'const slot = Math.floor((spans.endSeconds[at] as number) / slotSeconds);',
    breakage: 'const slot = Math.floor((spans.endSeconds[0] as number) / slotSeconds);',
    spec: 'test/integration/processor.test.ts',
    test: 'puts late spans into the windows of their event time',
  },
  {
    name: 'a former owner commits',
    file: 'platform/topic-log/holding.ts',
    anchor: 'if (signal.aborted)\n        throw new Fenced(',
    breakage: "if (signal.reason === 'never')\n        throw new Fenced(",
    spec: 'test/contract/topic-log.test.ts',
    test: 'of a former owner is fenced when another consumer joined',
  },
  {
    name: 'the expected revision is not compared',
    file: 'platform/event-store/append.ts',
    anchor: "if (expected !== 'any' && expected !== last)",
    breakage: "if (expected !== 'any' && expected < -1)",
    spec: 'test/contract/event-store.test.ts',
    test: 'lets one of many appends at the same revision win',
  },
  {
    name: 'a reader that failed is used again',
    file: 'platform/warehouse/lanes.ts',
    anchor: '    } catch (error) {\n      await this.#shut(lane);',
    breakage: '    } catch (error) {',
    spec: 'test/contract/warehouse.test.ts',
    test: 'gives nobody the rows of a statement that failed on its way',
  },
  {
    name: 'inserts carry a token of their own',
    file: 'platform/warehouse/statements.ts',
    anchor: 'insert_deduplication_token: token,',
    breakage: 'insert_deduplication_token: randomUUID(),',
    spec: 'test/contract/warehouse.test.ts',
    test: 'drops a block whose token it has seen, and only that',
  },
  {
    name: 'a revoked key is accepted',
    file: 'projections/authenticate.ts',
    anchor: 'if (row === undefined || row.revokedAtMs !== undefined) return undefined;',
    breakage: 'if (row === undefined) return undefined;',
    spec: 'test/unit/accounts.test.ts',
    test: 'go from a registration to a key that is accepted until it is revoked',
  },
  {
    name: 'any code is taken',
    file: 'services/decider/core/verify-registration.ts',
    anchor: 'if (registration.codeMac !== codeMac) return',
    breakage: "if (codeMac === '') return",
    spec: 'test/unit/decider.test.ts',
    test: 'tells how many attempts are left after a wrong code',
  },
  {
    name: 'a code never expires',
    file: 'services/decider/core/verify-registration.ts',
    anchor: 'if (atMs >= registration.expiresAtMs)',
    breakage: 'if (atMs < 0)',
    spec: 'test/unit/decider.test.ts',
    test: 'takes the code up to its last millisecond',
  },
  {
    name: 'wrong codes may be tried for ever',
    file: 'services/decider/core/verify-registration.ts',
    anchor: 'if (registration.attemptsLeft <= 0)',
    breakage: 'if (registration.attemptsLeft <= -100)',
    spec: 'test/unit/decider.test.ts',
    test: 'is locked after the fifth wrong code',
  },
  {
    name: 'a redelivered command writes again',
    file: 'services/decider/handle.ts',
    anchor: 'if (holds(command, history)) continue;',
    breakage: 'if (command.version < 0 && holds(command, history)) continue;',
    spec: 'test/unit/decider-redelivery.test.ts',
    test: 'ends in the same events, cut off anywhere and delivered again',
  },
  {
    name: 'an unknown key is refused without a look at the head',
    file: 'projections/authenticate.ts',
    anchor: 'if (mayHaveMissed) await projections.barrier(',
    breakage: "if (mayHaveMissed && key === '') await projections.barrier(",
    spec: 'test/unit/accounts-authenticate.test.ts',
    test: 'looks once for a key that it does not know',
  },
];
