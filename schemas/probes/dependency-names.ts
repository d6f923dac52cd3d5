/** The checks of `/readyz`: engines and ways out of the process first, then its own work. */
export type DependencyName =
  | 'warehouse'
  | 'topic-log'
  | 'event-store'
  | 'blob-store'
  | 'mail'
  | 'disk'
  | 'processor'
  | 'alert-evaluation'
  | 'health-monitoring';
