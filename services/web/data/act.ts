import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { useTime } from '../time/use-time.ts';
import { type ActName, acts, methodOf } from './acts.ts';
import { type Query, sendJson } from './api.ts';
import { passes } from './query-client.ts';
import { filledPath } from './reads.ts';
import { useRead } from './use-read.ts';

type Asked = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** A form where a route takes files. */
  readonly body?: Readonly<Record<string, unknown>> | FormData;
};

/** The same in every repetition of one press, so that it is done once. */
type Pressed = Asked & { readonly key: string };

const retriesMax = 2;

/** Changes something when `press` is called. `again` repeats the last press. */
export function useAct<Name extends ActName>(name: Name) {
  const queries = useQueryClient();
  const mutation = useMutation<ResponseOf<Name>, Error, Pressed>({
    mutationFn: async ({ params, query = {}, body, key }) => {
      const headers = { 'Idempotency-Key': key };
      const path = filledPath(acts[name].path, params);
      const method = methodOf(name);
      const sent = method === 'DELETE' ? body : (body ?? {});
      return (await sendJson<Name>(path, { method, query, body: sent, headers })).body;
    },
    retry: (failures, error) => passes(error) && failures < retriesMax,
    networkMode: 'always',
    onSuccess: () =>
      Promise.all(acts[name].changes.map(read => queries.invalidateQueries({ queryKey: [read] }))),
  });
  const { mutate, variables } = mutation;
  return {
    ...mutation,
    press: (asked: Asked) => mutate({ ...asked, key: newKey() }),
    /** The same for a caller that needs the response, such as a form; throws `ApiProblem`. */
    pressEach: (asked: Asked) => mutation.mutateAsync({ ...asked, key: newKey() }),
    again: () => variables !== undefined && mutate(variables),
  };
}

/** `crypto.randomUUID` is missing where the page came by plain HTTP. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('');

type Who = ResponseOf<'me'>['key'];

/** Why something cannot be changed here; undefined when it can. The server has the last word. */
function useReason(refusal: (who: Who) => string | undefined): string | undefined {
  const { asOf } = useTime();
  const me = useRead('me', { everyMs: 60_000 });
  if (asOf !== undefined) return 'This is the past. Go back to now first.';
  return me.data && refusal(me.data.body.key);
}

/** Why nothing can be changed here. */
export const useReadOnlyReason = (): string | undefined => useReason(refusedToReaders);

/** The same for what owners alone decide: keys, billing and the name of the organization. */
export const useOwnerReason = (): string | undefined =>
  useReason(who => refusedToReaders(who) ?? (who.role === 'member' ? ofOwners : undefined));

/** The same for who belongs to the organization: an API key is nobody. */
export const usePeopleReason = (): string | undefined =>
  useReason(({ role }) => (role === 'owner' ? undefined : ofPeople));

/** The same for what people decide about themselves. */
export const usePastReason = (): string | undefined => useReason(() => undefined);

const ofOwners = 'Only an owner of the organization can do this.';
const ofPeople = 'Only an owner who signed in by mail can do this.';

function refusedToReaders({ kind, role }: Who): string | undefined {
  if (kind === 'read') return 'This key reads and changes nothing.';
  return role === 'viewer' ? 'A viewer reads and changes nothing.' : undefined;
}
