import {
  requestItemsMax,
  requestListValuesMax,
  requestMessagesMax,
  requestResourceBytesMax,
} from './limits.ts';
import { OversizedBody } from './malformed-body.ts';
import type { SignalNames } from './signal-names.ts';

export const limitExceeded = ({ item }: SignalNames): OversizedBody =>
  new OversizedBody(`expected at most ${requestItemsMax} ${item}s in a request, found more`);

export const tooManyMessages = ({ messages }: SignalNames): OversizedBody =>
  new OversizedBody(`expected at most ${requestMessagesMax} ${messages} in a request, found more`);

export const tooManyResources = (): OversizedBody =>
  new OversizedBody(
    `expected at most ${requestResourceBytesMax} bytes of resources and scopes in a request, a resource counted for each of its scopes; found more`,
  );

export const tooManyListValues = (): OversizedBody =>
  new OversizedBody(
    `expected at most ${requestListValuesMax} buckets, bounds and quantiles in a request, found more`,
  );
