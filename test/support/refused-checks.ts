const named = { service_name: 'shop', check_name: 'bad' };
const url = { ...named, endpoint_url: 'https://example.org/' };

const checks: readonly object[] = [
  { check_name: 'bad' },
  { ...named, endpoint_url: 'http://10.0.0.7/' },
  { ...named, endpoint_url: 'ftp://example.org/' },
  { ...named, endpoint_url: 'https://user:pass@example.org/' },
  { ...named, check_type: 'pull' },
  { ...named, headers: { A: 'b' } },
  { ...url, check_type: 'push' },
  { ...url, check_interval_seconds: 9 },
  { ...url, check_interval_seconds: 10, timeout_seconds: 11 },
  { ...url, body: 'a body of a GET' },
  { ...url, headers: { Host: 'other' } },
  { ...url, headers: { A: 'b\r\nC: d' } },
  { ...url, assertions: { json_path: { path: 'status', equals: 1 } } },
];

/** What makes no sense about checks and heartbeats. */
export const refused = {
  checks,
  beats: [
    {},
    { service_name: ' ' },
    { service_name: 'a', status: 'fine' },
    { service_name: 'a', metadata: { text: 'x'.repeat(20_000) } },
  ],
  /** A check of which these changes are refused. */
  good: { ...url, check_name: 'good', enabled: false },
  changes: [{ service_name: 'other' }, { check_type: 'push' }, { endpoint_url: 'x' }],
} as const;
