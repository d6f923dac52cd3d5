import { deepEqual, equal } from 'node:assert/strict';
import { join } from 'node:path';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { mailAllowances } from '../../schemas/channels/mail-counts.ts';
import { mailCountsStream } from '../../schemas/channels/recipient.ts';
import { mailboxHash, organizationId } from '../../schemas/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { countNotice } from '../../services/notifier/notices/count-notice.ts';
import { eventsOf } from '../support/accounts.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const mailbox = mailboxHash('m');
const root = '0c293219-67d8-5369-b5c4-53b455d2bbb3';
const organizations = ['a', 'b', 'c'].map(name => organizationId(uuidV5(root, name)));
const { mailboxMax, mailboxShareMax, windowMs } = mailAllowances.notices;

describe('notices to one mailbox', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let eventStore: EventStore;
  let nowMs = 0;

  beforeEach(async () => {
    folder = await temporaryFolder();
    eventStore = await openLmdbEventStore({ folder: join(folder.path, 'events') });
    nowMs = 1_000;
  });
  afterEach(async () => {
    await eventStore.close();
    await folder.remove();
  });

  const count = (by: number, name: string): Promise<boolean> =>
    countNotice(
      {
        name,
        organizationId: organizations[by] ?? organizationId(root),
        mailboxHash: mailbox,
        items: [],
      },
      { eventStore, now: () => nowMs },
    );
  const countMany = async (by: number, notices: number): Promise<number> => {
    let counted = 0;
    for (let number = 0; number < notices; number++)
      if (await count(by, `notice ${number}`)) counted++;
    return counted;
  };

  it('are bounded for a day over all organizations, and leave others their share', async () => {
    equal(await countMany(0, mailboxShareMax + 5), mailboxShareMax);
    equal(await countMany(1, mailboxMax), mailboxMax - mailboxShareMax);
    equal(await count(2, 'late'), false);
    nowMs += windowMs - 1;
    equal(await count(0, 'later'), false);
    nowMs += 1;
    equal(await count(0, 'tomorrow'), true);
  });

  it('are all counted when organizations send at the same moment', async () => {
    deepEqual(await Promise.all([0, 1, 2].map(by => count(by, 'first'))), [true, true, true]);
    const events = await eventsOf(eventStore, mailCountsStream(mailbox));
    const [last] = events.slice(-1);
    const counts = last?.type === 'MailCounted' ? last.data.counts.notices?.mails : undefined;
    deepEqual(counts, Object.fromEntries(organizations.map(id => [id, 1])));
  });

  it('are not counted again when the same one is decided again', async () => {
    for (const _ of [1, 2]) equal(await count(0, 'same'), true);
    equal((await eventsOf(eventStore, mailCountsStream(mailbox))).length, 1);
  });
});
