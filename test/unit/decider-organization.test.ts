import { organizationStream, sealed, userId } from '../../schemas/ids.ts';
import { erasureStream } from '../../schemas/organizations/erasure.ts';
import {
  concludeErasure,
  eraseOrganization,
  renameOrganization,
} from '../support/account-commands.ts';
import { known } from '../support/account-past.ts';
import { given, past } from '../support/given.ts';

const { organizationId } = known;
const stream = organizationStream(organizationId);
const named = (text: string) => ({ sealed: sealed(text) });
const created = (displayName: { readonly sealed: ReturnType<typeof sealed> } | { clear: string }) =>
  past(stream, {
    type: 'OrganizationCreated',
    data: { organizationId, displayName, ownerId: userId('user-0') },
  });
const renamed = (text: string) =>
  ({ type: 'OrganizationRenamed', data: { organizationId, displayName: named(text) } }) as const;

describe('RenameOrganization', () => {
  const rename = (text: string) => renameOrganization({ organizationId, displayName: named(text) });

  it('renames', () => {
    given(created(named('one')))
      .when(rename('other'))
      .expect({ stream, facts: [renamed('other')] });
  });

  it('changes nothing when the name is the one that it has', () => {
    given(created(named('one')))
      .when(rename('one'))
      .expect();
    given(created(named('one')), past(stream, renamed('other')))
      .when(rename('other'))
      .expect();
    given(created(named('one')), past(stream, renamed('other')))
      .when(rename('one'))
      .expect({ stream, facts: [renamed('one')] });
  });

  it('seals a name that version 1 stored in clear', () => {
    given(created({ clear: 'one' }))
      .when(rename('one'))
      .expect({ stream, facts: [renamed('one')] });
  });

  it('is rejected for an organization that does not exist', () => {
    given().when(rename('one')).rejects('organization_unknown');
  });
});

describe('EraseOrganization and ConcludeErasure', () => {
  const erasure = erasureStream(organizationId);
  const requested = { type: 'OrganizationErasureRequested', data: { organizationId } } as const;
  const erased = { streams: 3, events: 7, rows: { spans: 2 }, blobs: 1, mails: 0 };
  const over = { type: 'OrganizationErased', data: { organizationId, erased } } as const;

  it('begins once, and only for an organization that there is', () => {
    given(created(named('one')))
      .when(eraseOrganization({ organizationId }))
      .expect({ stream: erasure, facts: [requested] });
    given(created(named('one')), past(erasure, requested))
      .when(eraseOrganization({ organizationId }))
      .expect();
    given().when(eraseOrganization({ organizationId })).rejects('organization_unknown');
  });

  it('is over once, after it began', () => {
    const conclude = concludeErasure({ organizationId, erased });
    given(past(erasure, requested))
      .when(conclude)
      .expect({ stream: erasure, facts: [over] });
    given(past(erasure, requested), past(erasure, over)).when(conclude).expect();
    given().when(conclude).expect();
  });

  it('changes nothing when it is asked for again afterwards', () => {
    given(past(erasure, requested), past(erasure, over))
      .when(eraseOrganization({ organizationId }))
      .expect();
  });
});
