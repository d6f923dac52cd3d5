import { integrations } from '../../../projections/accounts/integrations.ts';
import { users } from '../../../projections/accounts/users.ts';
import { memberAddresses } from '../../../projections/members/member-addresses.ts';
import { members } from '../../../projections/members/members.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import { mailboxOrganizations } from '../../../projections/sessions/mailbox-organizations.ts';
import { sessionRequests } from '../../../projections/sessions/session-requests.ts';
import type { IngestShared } from '../shared.ts';
import { endSession } from './end.ts';
import { requestSession } from './request.ts';
import { verifySession } from './verify.ts';

export const sessions = {
  projections: [
    integrations,
    mailboxOrganizations,
    memberAddresses,
    members,
    organizations,
    sessionRequests,
    users,
  ],
  handlers: (shared: IngestShared) => ({
    requestSession: requestSession(shared),
    verifySession: verifySession(shared),
    endSession: endSession(shared),
  }),
};
