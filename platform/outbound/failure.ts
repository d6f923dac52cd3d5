/**
 * `refused_address`  the address is private and not in the allow list
 * `invalid_url`      no URL, or neither http nor https
 * `timeout`          no complete response in time
 * `connection`       no connection, a broken one, or no response of HTTP
 */
export type OutboundReason = 'refused_address' | 'invalid_url' | 'timeout' | 'connection';

/** An outbound request that has no response. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';
  readonly code = 'outbound_failure';
  readonly reason: OutboundReason;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;

  constructor(reason: OutboundReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.retryable = reason === 'timeout' || reason === 'connection';
  }
}

export const refusedAddress = (address: string): OutboundFailure =>
  new OutboundFailure(
    'refused_address',
    `the URL resolves to a private address (${address}); allow its range with TIDEMARK_OUTBOUND_ALLOW`,
  );
