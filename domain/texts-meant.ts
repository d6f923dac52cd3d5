/**
 * The texts that a parameter of a query may mean, likelier ones first. Clients for the command line send names as they are, so `+`
 * stands for itself; browsers write `+` for a blank and `%2B` for a plus.
 *  querystring  as it was sent
 *  name         of the parameter
 *  text         as it was read, with blanks for each `+`
 */
export function textsMeant(
  querystring: string | undefined,
  name: string,
  text: string,
): readonly string[] {
  const sent = querystring
    ?.split('&')
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (sent === undefined || !sent.includes('+') || /%2B/iu.test(sent)) return [text];
  const plain = decoded(sent);
  if (plain === undefined) return [text];
  return /%20/u.test(sent) ? [plain] : [plain, text];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
