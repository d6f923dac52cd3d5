import type { Command } from 'commander';
import { keyKinds } from '../../../schemas/api-keys/kinds.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';

type Restrictions = OrganizationOptions & {
  readonly name?: string;
  readonly origin?: readonly string[];
  readonly service?: readonly string[];
  readonly rate?: string;
  readonly allowNoOrigin?: boolean;
};

type CreateOptions = Restrictions & { readonly kind: string; readonly expires?: string };
type ChangeOptions = Restrictions & {
  readonly anyOrigin?: true;
  readonly anyService?: true;
  readonly anyRate?: true;
};
type RotateOptions = OrganizationOptions & { readonly overlapHours?: string };

/** `keys create`, `change` and `rotate`: of one organization, through the API. */
export function registerOwnKeys(keys: Command, context: CommandContext): void {
  withRestrictions(keys.command('create'))
    .description('create a key of your organization, and print it once')
    .requiredOption('--name <name>', 'by which you recognise it')
    .option('--kind <kind>', keyKinds.join(', '), 'live')
    .option('--expires <instant>', 'RFC 3339; it never ends when absent')
    .action((options: CreateOptions) => create(options, context));
  withRestrictions(keys.command('change'))
    .description('change the name or the restrictions of a key')
    .argument('<id>', 'as GET /v1/api-keys shows it')
    .option('--name <name>', 'another name')
    .option('--any-origin', 'take its origins away')
    .option('--any-service', 'let it send and read every service')
    .option('--any-rate', 'take its rate away')
    .option('--no-allow-no-origin', 'refuse requests without an origin')
    .action((id: string, options: ChangeOptions) => change(id, options, context));
  withOrganizationOptions(keys.command('rotate'))
    .description('create the successor of a key, and print it once')
    .argument('<id>', 'as GET /v1/api-keys shows it')
    .option('--overlap-hours <hours>', 'how long the old key still works; 24 when absent')
    .action((id: string, options: RotateOptions) => rotate(id, options, context));
}

const withRestrictions = (command: Command): Command =>
  withOrganizationOptions(command)
    .option('--origin <origin...>', 'https://shop.example.com or https://*.example.com')
    .option('--service <name...>', 'the only services that it may send and read')
    .option('--rate <requests>', 'at most so many requests a minute')
    .option('--allow-no-origin', 'for apps that send no origin');

async function create(options: CreateOptions, context: CommandContext): Promise<void> {
  const { kind, expires } = options;
  const body = { kind, ...restrictionsOf(options), ...(expires && { expires_at: expires }) };
  const request = { route: 'createApiKey', body, text: 'Creating the key' } as const;
  showKey(await callApi(request, options, context), context);
}

async function change(id: string, options: ChangeOptions, context: CommandContext): Promise<void> {
  const body = {
    ...restrictionsOf(options),
    ...(options.anyOrigin && { allowed_origins: null }),
    ...(options.anyService && { services: null }),
    ...(options.anyRate && { rate_per_minute: null }),
  };
  if (Object.keys(body).length === 0) throw new UsageError('name what to change; see --help');
  const request = {
    route: 'changeApiKey',
    params: { id },
    body,
    text: 'Changing the key',
  } as const;
  const key = await callApi(request, options, context);
  context.terminal.record(key);
  context.terminal.say(`The key ${key.id} (${key.name}) is changed.`);
}

async function rotate(id: string, options: RotateOptions, context: CommandContext): Promise<void> {
  const { overlapHours: hours } = options;
  const body = hours === undefined ? {} : { overlap_hours: numberOf(hours, '--overlap-hours') };
  const request = {
    route: 'rotateApiKey',
    params: { id },
    body,
    text: 'Rotating the key',
  } as const;
  showKey(await callApi(request, options, context), context);
}

const restrictionsOf = ({ name, origin, service, rate, allowNoOrigin }: Restrictions) => ({
  ...(name !== undefined && { name }),
  ...(origin !== undefined && { allowed_origins: origin }),
  ...(service !== undefined && { services: service }),
  ...(rate !== undefined && { rate_per_minute: numberOf(rate, '--rate') }),
  ...(allowNoOrigin !== undefined && { allow_no_origin: allowNoOrigin }),
});

function numberOf(text: string, option: string): number {
  if (/^\d+(\.\d+)?$/u.test(text)) return Number(text);
  throw new UsageError(`expected ${option} to be a number, found ${text}`);
}

function showKey(key: ResponseOf<'createApiKey'>, { terminal }: CommandContext): void {
  terminal.record(key);
  terminal.say(`${key.key}`);
  terminal.say(`This is the only time that the key ${key.id} (${key.name}) is shown.`);
}
