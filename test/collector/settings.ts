import { join } from 'node:path';

export type CollectorOptions = {
  readonly binary: string;
  readonly folder: string;
  /** Where it takes OTLP over HTTP. */
  readonly port: number;
  /** Where it sends to. */
  readonly endpoint: string;
  readonly key: string;
  /** HTTP when absent. */
  readonly protocol?: 'grpc';
};

/** Of a configuration file: JSON is YAML as well. */
export const settingsOf = (options: CollectorOptions): object =>
  options.protocol === 'grpc' ? byDefault(options) : patient(options);

const receivers = (port: number) => ({
  otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } },
});

/** Sends over gRPC as the exporter's defaults have it, and sends its own metrics the same way. */
function byDefault({ port, endpoint, key }: CollectorOptions): object {
  const pipeline = { receivers: ['otlp'], exporters: ['otlp_grpc'] };
  const own = {
    protocol: 'grpc',
    endpoint: `http://${endpoint}`,
    insecure: true,
    headers: [{ name: 'x-api-key', value: key }],
  };
  return {
    receivers: receivers(port),
    exporters: {
      otlp_grpc: { endpoint, tls: { insecure: true }, headers: { 'x-api-key': key } },
    },
    service: {
      telemetry: {
        metrics: { readers: [{ periodic: { interval: 500, exporter: { otlp: own } } }] },
      },
      pipelines: { traces: pipeline, metrics: pipeline },
    },
  };
}

/** Keeps in files what it cannot deliver over HTTP, and never gives up. */
function patient({ folder, port, endpoint, key }: CollectorOptions): object {
  const pipeline = { receivers: ['otlp'], processors: ['batch'], exporters: ['otlphttp'] };
  return {
    extensions: { file_storage: { directory: join(folder, 'queue'), fsync: true } },
    receivers: receivers(port),
    processors: { batch: { timeout: '200ms', send_batch_size: 200 } },
    exporters: {
      otlphttp: {
        endpoint,
        compression: 'gzip',
        headers: { 'X-API-Key': key },
        timeout: '10s',
        retry_on_failure: {
          enabled: true,
          initial_interval: '500ms',
          max_interval: '5s',
          max_elapsed_time: '0s',
        },
        sending_queue: {
          enabled: true,
          storage: 'file_storage',
          num_consumers: 4,
          queue_size: 100_000,
          block_on_overflow: true,
        },
      },
    },
    service: {
      extensions: ['file_storage'],
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: pipeline, metrics: pipeline },
    },
  };
}
