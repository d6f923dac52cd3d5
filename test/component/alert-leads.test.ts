import { deepEqual, equal } from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import type { Raise } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import type { Outcome } from '../../domain/alerts/evaluation/evaluation.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { Sealed } from '../../schemas/ids.ts';
import { limits } from '../../services/evaluator/config.ts';
import { openLeads } from '../../services/evaluator/leads.ts';
import { evidenceAt, owner, ruleId, ruleWith } from '../support/alerts.ts';

const toMs = 86_400_000;
const scope = { type: 'service', service: 'checkout' } as const;

const raiseOf = (fields: Partial<AlertRule> = {}): Raise => ({
  type: 'raise',
  rule: {
    ruleId,
    organizationId: owner,
    version: 1,
    rule: ruleWith({ scope, ...fields }),
    now: { status: 'quiet' } as never,
  },
  windowFromMs: toMs - 300_000,
  windowToMs: toMs,
  tickMs: toMs,
  value: 12.5,
  evidence: evidenceAt(toMs, { serviceName: 'checkout' }),
});

const topError = { type: 'OutOfStock', message: 'no stock left' };
const versions = [
  { service: 'checkout', version: '1.0', first_ms: String(toMs - 7_200_000) },
  { service: 'checkout', version: '1.1', first_ms: String(toMs - 60_000) },
];

type Rows = (sql: string, signal: AbortSignal) => Promise<readonly unknown[]>;

/** Leads from a warehouse that answers statements about errors and about versions. */
function leadsFrom(rows: { readonly errors?: Rows; readonly versions?: Rows }) {
  const warnings: unknown[] = [];
  const asked: { readonly sql: string; readonly parameters: object; readonly options: object }[] =
    [];
  const leads = openLeads({
    clock: () => toMs,
    log: { warn: (...said: unknown[]) => void warnings.push(said) } as never,
    keyring: { seal: async ({ id }, text) => `${id} ${text}` as Sealed },
    warehouse: {
      query: async (sql, parameters, options) => {
        asked.push({ sql, parameters, options: options ?? {} });
        const answer = sql.includes('FROM errors') ? rows.errors : rows.versions;
        return (await (answer?.(sql, options?.signal as AbortSignal) ?? [])) as never;
      },
    },
  });
  const { signal } = new AbortController();
  const read = (...outcomes: readonly Outcome[]) => leads(outcomes, signal);
  return { read, asked, warnings };
}

describe('the leads of an alert', () => {
  it('are the most frequent error of its window, sealed, and the latest version of its service', async () => {
    const { read, asked } = leadsFrom({
      errors: async () => [topError],
      versions: async () => versions,
    });
    const raise = raiseOf();
    deepEqual((await read(raise)).get(raise), {
      error: { type: 'OutOfStock', messageSealed: `${owner} no stock left` },
      deployment: { version: '1.1', atMs: toMs - 60_000 },
    });
    const of = asked.find(({ sql }) => sql.includes('FROM errors'));
    deepEqual(of?.parameters, {
      organization: owner,
      service: 'checkout',
      from: toMs / 1000 - 300,
      to: toMs / 1000,
    });
    for (const { options } of asked)
      deepEqual((options as { reader?: object }).reader, { organization: owner });
  });

  it('have no error where the rule is not about errors, and no version of all services together', async () => {
    const { read, asked } = leadsFrom({
      errors: async () => [topError],
      versions: async () => versions,
    });
    const slow = raiseOf({ metric: 'latency_p95' });
    deepEqual(Object.keys((await read(slow)).get(slow) ?? {}), ['deployment']);
    const all = raiseOf({ scope: { type: 'global' } });
    const global = { ...all, evidence: { ...all.evidence, serviceName: '' } };
    deepEqual(Object.keys((await read(global)).get(global) ?? {}), ['error']);
    const [statement] = asked.filter(({ sql }) => sql.includes('FROM errors'));
    equal(statement?.sql.includes('service ='), false);
  });

  it('wait for errors that are not readable yet', async () => {
    let reads = 0;
    const { read } = leadsFrom({ errors: async () => (++reads < 3 ? [] : [topError]) });
    const raise = raiseOf();
    equal((await read(raise)).get(raise)?.error?.type, 'OutOfStock');
    equal(reads, 3);
  });

  it('are left out when the warehouse rejects, and when it does not answer', async () => {
    const raise = raiseOf();
    const hanging: Rows = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    for (const errors of [() => Promise.reject(new Error('away')), hanging]) {
      const { read, warnings } = leadsFrom({ errors, versions: async () => versions });
      deepEqual(Object.keys((await read(raise)).get(raise) ?? {}), ['deployment']);
      equal(warnings.length, 1);
    }
  });

  it('are read for so many alerts of an organization in a minute, and other outcomes cost nothing', async () => {
    const { read, asked } = leadsFrom({ versions: async () => versions });
    const raises = Array.from({ length: limits.leadsOfOrganizationMax + 1 }, () =>
      raiseOf({ metric: 'latency_p95' }),
    );
    const { evidence } = raiseOf();
    const amend = {
      type: 'amend',
      rule: raiseOf().rule,
      before: evidence,
      after: evidence,
    } as const;
    const found = await read(amend, ...raises);
    equal(found.size, limits.leadsOfOrganizationMax);
    equal(asked.length, limits.leadsOfOrganizationMax);
    equal((await read(raiseOf())).size, 0);
  });

  it('are read for many alerts at once without a warning about a leak', async () => {
    const warned: string[] = [];
    const keepWarning = ({ message }: Error): void => void warned.push(message);
    process.on('warning', keepWarning);
    const listening: Rows = async (_, signal) => {
      signal.addEventListener('abort', () => undefined);
      return versions;
    };
    const { read } = leadsFrom({ versions: listening });
    await read(...Array.from({ length: limits.leadsOfOrganizationMax }, () => raiseOf()));
    await settled();
    process.off('warning', keepWarning);
    deepEqual(warned, []);
  });
});
