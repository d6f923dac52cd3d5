import type { EventPayload } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { ObjectiveChanges, ObjectiveCommand } from '../../schemas/slos/commands.ts';
import { objectiveId, objectiveStream } from '../../schemas/slos/ids.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import { given, past } from '../support/given.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const id = objectiveId('2b1c7a64-5a0e-5b57-9c1d-7a0b6de9f4c2');
const stream = objectiveStream(id);
const ids = { objectiveId: id, organizationId: owner };
const objective: Objective = {
  name: 'Checkout answers',
  kind: 'availability',
  service: 'checkout',
  target: 99.9,
  windowDays: 30,
  window: 'rolling',
};

const send = (command: ObjectiveCommand, by = owner) => userCommand(command, { atMs: 0, by });
const create = (fields: Partial<Objective> = {}) =>
  send({ type: 'CreateObjective', data: { ...ids, ...objective, ...fields } });
const change = (changes: ObjectiveChanges, by = owner) =>
  send({ type: 'ChangeObjective', data: { objectiveId: id, changes } }, by);
const remove = (by = owner) => send({ type: 'DeleteObjective', data: { objectiveId: id } }, by);
const fact = (payload: EventPayload) => ({ stream, facts: [payload] });
const created = past(stream, { type: 'ObjectiveCreated', data: { ...ids, ...objective } });
const deleted = past(stream, { type: 'ObjectiveDeleted', data: ids });
const changed = (fields: Partial<Objective>) =>
  fact({ type: 'ObjectiveChanged', data: { ...ids, ...objective, ...fields } });

describe('an objective', () => {
  it('is created once', () => {
    given()
      .when(create())
      .expect(fact({ type: 'ObjectiveCreated', data: { ...ids, ...objective } }));
    given(created).when(create()).expect();
  });

  it('has a threshold exactly when it is of latency', () => {
    given()
      .when(create({ thresholdMs: 300 }))
      .rejects('invalid_request');
    given()
      .when(create({ kind: 'latency' }))
      .rejects('invalid_request');
    given(created)
      .when(change({ kind: 'latency' }))
      .rejects('invalid_request');
    given(created)
      .when(change({ kind: 'latency', thresholdMs: 300 }))
      .expect(changed({ kind: 'latency', thresholdMs: 300 }));
  });

  it('has a calendar window of a week, a month or a quarter', () => {
    for (const windowDays of [7, 28, 29, 30, 31, 90])
      given(created)
        .when(change({ window: 'calendar', windowDays }))
        .expect(changed({ window: 'calendar', windowDays }));
    for (const windowDays of [8, 14, 27, 32, 89])
      given(created)
        .when(change({ window: 'calendar', windowDays }))
        .rejects('invalid_request');
  });

  it('keeps what a change does not name, and loses what it names null', () => {
    given(created)
      .when(change({ operation: 'GET /cart', description: 'Buyers' }))
      .expect(changed({ operation: 'GET /cart', description: 'Buyers' }));
    const named = past(stream, {
      type: 'ObjectiveChanged',
      data: { ...ids, ...objective, operation: 'GET /cart' },
    });
    given(created, named)
      .when(change({ operation: null }))
      .expect(changed({}));
    given(created, named)
      .when(change({ target: 99 }))
      .expect(changed({ operation: 'GET /cart', target: 99 }));
  });

  it('is not changed by a change to what it is', () => {
    given(created)
      .when(change({ target: 99.9, description: null }))
      .expect();
  });

  it('is unknown once it is deleted, and to other organizations', () => {
    given(created)
      .when(remove())
      .expect(fact({ type: 'ObjectiveDeleted', data: ids }));
    given(created, deleted).when(remove()).rejects('not_found');
    given(created, deleted)
      .when(change({ target: 99 }))
      .rejects('not_found');
    given(created)
      .when(change({ target: 99 }, stranger))
      .rejects('not_found');
    given(created).when(remove(stranger)).rejects('not_found');
    given().when(remove()).rejects('not_found');
  });
});
