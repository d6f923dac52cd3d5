/** The organizations of a batch by their indexes, as bytes and as texts. */
export function openOrganizations(ids: () => readonly Uint8Array[]) {
  const all: { readonly bytes: Buffer; readonly text: string }[] = [];
  const known = (index: number) => {
    all[index] ??= organizationOf(ids()[index] ?? new Uint8Array(16));
    return all[index];
  };
  return {
    organizationBytes: (index: number): Buffer => known(index).bytes,
    text: (index: number): string => known(index).text,
  };
}

function organizationOf(id: Uint8Array): { readonly bytes: Buffer; readonly text: string } {
  const bytes = Buffer.from(id);
  const text = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { bytes, text };
}
