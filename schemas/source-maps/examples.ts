const sourceMap = {
  id: '2e0f6c0a-6a0e-5d5f-9a58-0f6f2b1a7c11',
  debug_id: '85314830-023f-4cf1-a267-535f4e37bb17',
  release: '2026.11.4',
  filename: 'app.js.map',
  size_bytes: 482_113,
  created_at: '2026-11-25T10:02:11.412Z',
};

/** What requests and responses look like, by route. */
export const examples = {
  uploadSourceMap: { response: sourceMap },
  listSourceMaps: { response: { source_maps: [sourceMap], total: 1, next_cursor: null } },
  deleteSourceMaps: { response: { deleted_count: 12, release: '2026.11.4' } },
} as const;
