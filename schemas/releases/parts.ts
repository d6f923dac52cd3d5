import { z } from 'zod';
import { instant, optionalNullable, serviceName } from '../http/parts.ts';
import { sentInstant } from '../http/sent-instant.ts';
import { filled, line, wholeText } from '../http/text.ts';
import { releaseServicesMax, versionCharactersMax } from './release.ts';

const nameCharactersMax = 200;
const rangeCharactersMax = 500;
const urlCharactersMax = 2_000;
const notesCharactersMax = 10_000;
const sourceCharactersMax = 100;

/** URLs take these out of a path (RFC 3986, 5.2.4). */
const isFit = (version: string): boolean => version !== '.' && version !== '..';

export const version = filled(line(versionCharactersMax).min(1))
  .refine(isFit, 'expected a version that a path can hold, found only dots')
  .meta({ description: 'As `service.version` of the resources of its spans.' });

export const inPath = z.object({ version: z.string() });

/** Clients send it as it is, so a `+` in it is a plus where the release has such a service. */
export const ofService = z.object({
  service: z.string().max(nameCharactersMax).optional().meta({
    description: 'A service that the release is for; it is added where it is new.',
  }),
});

const services = z.array(serviceName).max(releaseServicesMax).meta({
  description: 'Services that it is for. Empty: those whose spans name the version.',
});

const name = line(nameCharactersMax);
const url = line(urlCharactersMax);

const described = {
  commit_sha: name,
  commit_range: line(rangeCharactersMax),
  url,
  author: name,
  notes: wholeText(notesCharactersMax),
};

/** Absent, null and empty mean the same. */
export const recordedRelease = z.object({
  version,
  service_name: optionalNullable(serviceName.or(z.literal(''))).meta({
    description: 'One service; the same as `services` with one.',
  }),
  services: optionalNullable(services),
  source: optionalNullable(line(sourceCharactersMax)).meta({
    description: 'Who records it, such as `cli` or the name of a pipeline; `api` when absent.',
  }),
  commit_sha: optionalNullable(described.commit_sha),
  commit_range: optionalNullable(described.commit_range),
  url: optionalNullable(described.url),
  author: optionalNullable(described.author),
  notes: optionalNullable(described.notes),
});

/** Null and empty remove a text. */
export const changedRelease = z
  .object({
    services: optionalNullable(services),
    commit_sha: described.commit_sha.nullish(),
    commit_range: described.commit_range.nullish(),
    url: described.url.nullish(),
    author: described.author.nullish(),
    notes: described.notes.nullish(),
    finalized: optionalNullable(z.boolean()).meta({
      description: 'Whether the release is complete; false takes that back.',
    }),
  })
  .nullish()
  .meta({ description: 'Without a body the release is finalized.' });

export const sentDeploy = z.object({
  environment: filled(name.min(1)),
  name: optionalNullable(name),
  url: optionalNullable(url),
  deployer: optionalNullable(name).meta({ description: 'Who or what deployed it.' }),
  service_name: optionalNullable(serviceName.or(z.literal(''))),
  services: optionalNullable(services),
  started_at: optionalNullable(sentInstant),
  finished_at: optionalNullable(sentInstant).meta({
    description: 'When its version was there; `started_at` or now when absent.',
  }),
});

const text = z.string().nullable();

export const deployBody = z.object({
  id: z.string(),
  release_id: z.string(),
  version: z.string(),
  environment: z.string(),
  services: z.array(z.string()),
  name: text,
  url: text,
  deployer: text,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  deployed_at: instant,
});

export const releaseBody = z.object({
  id: z.string(),
  version: z.string(),
  service_name: text.meta({ description: 'The first of `services`.' }),
  services: z.array(z.string()),
  source: z.string(),
  commit_sha: text,
  commit_range: text,
  url: text,
  author: text,
  notes: text,
  created_at: instant,
  updated_at: instant,
  finalized_at: instant.nullable(),
  deploy_count: z.int(),
  last_deploy: deployBody.nullable(),
});

export type DeployBody = z.infer<typeof deployBody>;
export type ReleaseBody = z.infer<typeof releaseBody>;
