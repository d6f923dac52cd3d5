import { parse } from 'yaml';
import { ConfigurationError, readConfiguration } from '../../platform/config/config.ts';
import { isKnown } from '../../platform/config/names.ts';
import { isRoleName, type RoleName, roleNames } from '../../platform/config/role-names.ts';
import { assertSharedEngines } from '../../services/shared-engines.ts';

type Service = {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
};

export type Compose = { readonly services: Readonly<Record<string, Service>> };

/** With the variables of an `.env`; those with `:?` that are missing are told. */
export function readCompose(text: string, variables: Readonly<Record<string, string>>) {
  const missing = new Set<string>();
  const filled = text.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    if (variables[name] === undefined) missing.add(name);
    return variables[name] ?? '';
  });
  return { compose: parse(filled, { merge: true }) as Compose, missing: [...missing] };
}

/** Names of the services that run a role. */
export const servicesOf = ({ services }: Compose, role: RoleName): string[] =>
  Object.entries(services)
    .filter(([, { command }]) => rolesIn(command).includes(role))
    .map(([name]) => name);

const rolesIn = (command: readonly string[] = []): RoleName[] =>
  command[0] === 'serve' ? command.slice(1).filter(isRoleName) : [];

export function composeFaults(compose: Compose): string[] {
  const services = Object.entries(compose.services);
  return [
    ...roleNames
      .filter(role => servicesOf(compose, role).length === 0)
      .map(role => `no service runs ${role}`),
    ...services.flatMap(([name, { image }]) => imageFaults(name, image)),
    ...services
      .filter(([, { command }]) => command?.[0] === 'serve')
      .flatMap(([name, service]) => roleFaults(name, service)),
  ];
}

export function imageFaults(name: string, image: string | undefined): string[] {
  const tag = image?.split(':').at(-1);
  const isPinned = image?.includes(':') === true && tag !== 'latest' && /\d/.test(tag ?? '');
  return isPinned ? [] : [`the image of ${name} names no version: ${image}`];
}

const graceSecondsMin = 31;

export function roleFaults(name: string, service: Service): string[] {
  const { environment = {}, command, stop_grace_period: grace = '10s' } = service;
  const unknown = Object.keys(environment).filter(variable => !isKnown(variable));
  const wrong = command?.slice(1).filter(role => !isRoleName(role)) ?? [];
  return [
    ...unknown.map(variable => `${name}: ${variable} is no setting`),
    ...wrong.map(role => `${name}: ${role} is no role`),
    ...(Number.parseInt(grace, 10) < graceSecondsMin
      ? [`${name}: is killed after ${grace}, before it has drained`]
      : []),
    ...configurationFaults(name, service),
  ];
}

function configurationFaults(name: string, { environment = {}, command }: Service): string[] {
  try {
    assertSharedEngines(rolesIn(command), readConfiguration({ environment }));
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.errors.map(sentence => `${name}: ${sentence}`);
  }
}
