export type ExporterSettings = Readonly<Record<string, string>>;

/** The names that every OpenTelemetry SDK reads. */
export const exporterSettings = (options: {
  readonly url: string;
  readonly key: string;
  readonly service: string;
}): ExporterSettings => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: options.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${options.key}`,
  OTEL_SERVICE_NAME: options.service,
});

/** Lines for a shell. */
export const exportLines = (settings: ExporterSettings): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `export ${name}=${quoted(value)}`);

const quoted = (value: string): string =>
  /^[\w./:=@%+-]+$/u.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
