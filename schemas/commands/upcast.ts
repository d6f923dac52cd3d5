import { requestedOfFirstVersion } from '../events/upcast.ts';
import { type Command, commandVersion } from './command.ts';

type Data = Readonly<Record<string, unknown>>;

/** A command in the current shape. The topic may still contain commands of version 1. */
export function upcastCommand(sent: Command): Command {
  if (sent.version !== 1) return sent;
  const cast = firstVersion[sent.type];
  if (cast === undefined) return sent;
  return Object.assign({}, sent, { version: commandVersion, data: cast(sent.data) });
}

const firstVersion: { readonly [Type in Command['type']]?: (data: Data) => Data } = {
  RequestRegistration: requestedOfFirstVersion,
  VerifyRegistration: ({ ifNew, ...rest }) => ({ ...rest, ifNew: withDisplayName(ifNew) }),
};

function withDisplayName(ifNew: unknown): Data {
  const { generatedName, ...rest } = ifNew as Data;
  return { ...rest, displayName: { clear: generatedName } };
}
