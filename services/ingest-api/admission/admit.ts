import type { Admit, Permit } from '../../../platform/http/admission.ts';
import type { WaitingRoom } from '../../../platform/shares/waiting-room.ts';
import type { AdmissionController } from './controller.ts';

/** Admits a request, or lets it wait for room behind the requests of its organization that wait already. */
export function admitOrWait(
  gate: Pick<AdmissionController, 'ask' | 'refused'>,
  room: Pick<WaitingRoom<Permit>, 'sizeOf' | 'enter'>,
): Admit {
  return (asked, signal) => {
    const organization = asked.organizationId;
    const admit = () => gate.ask(asked);
    const permit = room.sizeOf(organization) === 0 ? admit() : undefined;
    if (permit !== undefined) return permit;
    return room.enter({
      organization,
      admit,
      refused: () => gate.refused(asked),
      signal: signal(),
    });
  };
}
