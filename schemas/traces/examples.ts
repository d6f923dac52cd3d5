/** What requests and responses look like, by route. */
export const examples = {
  exportTraces: {
    response: {
      partialSuccess: {},
    },
  },
  listTraces: {
    response: {
      traces: [
        {
          id: '5b8efff798038103d269b633813fc60c',
          trace_id: '5b8efff798038103d269b633813fc60c',
          service_name: 'checkout',
          operation_name: 'GET /cart',
          start_time: '2026-11-25T01:37:02.759Z',
          end_time: '2026-11-25T01:37:02.784Z',
          duration_ms: 25,
          status_code: 'ERROR',
          has_error: true,
          span_count: 1,
          error_count: 1,
        },
      ],
      total_count: 1,
      limit: 20,
      offset: 0,
      next_cursor: null,
    },
  },
  getTrace: {
    response: {
      trace: {
        id: '5b8efff798038103d269b633813fc60c',
        trace_id: '5b8efff798038103d269b633813fc60c',
        service_name: 'checkout',
        operation_name: 'GET /cart',
        start_time: '2026-11-25T01:37:02.759Z',
        end_time: '2026-11-25T01:37:02.784Z',
        duration_ms: 25,
        status_code: 'ERROR',
        has_error: true,
        span_count: 1,
        error_count: 1,
      },
      spans: [
        {
          id: 'eee19b7ec3c1b174',
          trace_id: '5b8efff798038103d269b633813fc60c',
          span_id: 'eee19b7ec3c1b174',
          parent_span_id: null,
          service_name: 'checkout',
          operation_name: 'GET /cart',
          kind: 'SERVER',
          start_time: '2026-11-25T01:37:02.759Z',
          end_time: '2026-11-25T01:37:02.784Z',
          duration_ms: 25,
          start_time_unix_nano: '1795570622759000000',
          end_time_unix_nano: '1795570622784000000',
          duration_ns: '25000000',
          status_code: 'ERROR',
          status_message: 'no stock',
          attributes: {},
          otlp_attributes: [],
          events: [],
          links: [],
          resource: {
            attributes: {
              'service.name': 'checkout',
            },
            otlp_attributes: [
              {
                key: 'service.name',
                value: {
                  stringValue: 'checkout',
                },
              },
            ],
          },
          scope_name: 'test',
          scope_version: '1.0.0',
          trace_state: '',
          flags: 0,
          dropped_attributes_count: 0,
          dropped_events_count: 0,
          dropped_links_count: 0,
        },
      ],
    },
  },
} as const;
