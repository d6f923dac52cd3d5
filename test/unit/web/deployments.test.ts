import { deepEqual } from 'node:assert/strict';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { shownDeployments } from '../../../services/web/pages/service/shown-deployments.ts';
import { recordedAlone } from '../../../services/web/recorded-alone.ts';

type Body = ResponseOf<'listDeployments'>;

const at = (minute: number): string => `2026-11-25T01:0${minute}:00.000Z`;

const seen = (version: string, minute: number): Body['deployments'][number] => ({
  service_name: 'checkout',
  version,
  previous_version: '0',
  first_seen_at: at(minute),
});

const recorded = (version: string, minute: number): Body['recorded'][number] => ({
  id: `${version} ${minute}`,
  release_id: version,
  version,
  environment: 'production',
  services: ['checkout'],
  name: null,
  url: null,
  deployer: null,
  started_at: null,
  finished_at: null,
  deployed_at: at(minute),
});

const body = {
  deployments: [seen('2', 5), seen('1', 2)],
  recorded: [recorded('3', 6), recorded('2', 4), recorded('2', 1)],
};

describe('deployments on pages', () => {
  it('are those that spans name and those that pipelines recorded, the latest first', () => {
    deepEqual(
      shownDeployments(body).map(({ at: when, version, environment }) => [
        when,
        version,
        environment,
      ]),
      [
        [at(6), '3', 'production'],
        [at(5), '2', undefined],
        [at(4), '2', 'production'],
        [at(2), '1', undefined],
        [at(1), '2', 'production'],
      ],
    );
  });

  it('are marked once for each version', () => {
    deepEqual(
      recordedAlone(body).map(({ version }) => version),
      ['3'],
    );
  });
});
