const key = {
  id: '3c1f6c2e-9d7b-5a53-8f0b-0c8f2f1b7a10',
  name: 'Shop front',
  kind: 'pub',
  hint: 'zhAQ',
  status: 'active',
  allowed_origins: ['https://shop.example.com', 'https://*.preview.example.com'],
  allow_no_origin: false,
  services: ['shop-front'],
  rate_per_minute: 600,
  created_at: '2026-11-25T01:37:03.661Z',
  expires_at: null,
  last_used_at: '2026-11-25T09:12:00.000Z',
  revoked_at: null,
  rotated_to: null,
  rotated_from: null,
} as const;

const text = 'tmk_pub_4rTq0Vb8sJfZ2mXkPd6yHcWn1LgEaUo9_zhAQ12';

/** What requests and responses look like, by route. */
export const examples = {
  createApiKey: {
    request: {
      name: 'Shop front',
      kind: 'pub',
      allowed_origins: ['https://shop.example.com', 'https://*.preview.example.com'],
      services: ['shop-front'],
      rate_per_minute: 600,
    },
    response: { ...key, hint: 'AQ12', last_used_at: null, key: text },
  },
  listApiKeys: { response: { api_keys: [key], total: 1, next_cursor: null } },
  getApiKey: { response: key },
  changeApiKey: {
    request: { name: 'Shop front (EU)', rate_per_minute: null },
    response: { ...key, name: 'Shop front (EU)', rate_per_minute: null },
  },
  rotateApiKey: {
    request: { overlap_hours: 24 },
    response: { ...key, hint: 'AQ12', last_used_at: null, rotated_from: key.id, key: text },
  },
  revokeApiKey: { response: { success: true, id: key.id } },
  adminKeys: {
    response: {
      keys: [
        {
          id: '674a4565-e1fa-55d8-bf21-c9ff9873b654',
          organization_id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
          kind: 'live',
          hint: 'zhAQ',
          service_name: 'checkout',
          issued_at: '2026-11-25T01:37:03.661Z',
          revoked_at: null,
        },
      ],
    },
  },
  adminRevokeKey: {
    response: {
      id: '674a4565-e1fa-55d8-bf21-c9ff9873b654',
      revoked: true,
    },
  },
} as const;
