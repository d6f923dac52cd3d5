/**
 * The releases that a query may name, likelier ones first. Clients for the command line send the name as it is, so `+` stands for
 * itself; browsers write `+` for a blank and `%2B` for a plus.
 *  querystring  as it was sent
 *  release      as it was read, with blanks for each `+`
 */
export function releasesMeant(querystring: string | undefined, release: string): readonly string[] {
  const sent = querystring
    ?.split('&')
    .find(part => part.startsWith('release='))
    ?.slice('release='.length);
  if (sent === undefined || !sent.includes('+') || /%2B/iu.test(sent)) return [release];
  const plain = decoded(sent);
  if (plain === undefined) return [release];
  return /%20/u.test(sent) ? [plain] : [plain, release];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
