import { deepEqual } from 'node:assert/strict';
import type { z } from 'zod';
import { isRead, type Route } from '../../schemas/http/route.ts';
import { type RouteName, routes } from '../../schemas/http/routes.ts';
import { largeLists } from '../support/large-lists.ts';

/** Lists that are bounded in another way, and how. */
const ofVersions =
  'listBytesMax and at most 500 versions; a cursor, as all lists, see versions.test.ts';

const boundedOtherwise: Partial<Record<RouteName, string>> = {
  activeBreakpoints: 'a service has few bytes of breakpoints, see breakpoint-streams.test.ts',
  pollBreakpoints: 'the same text',
  alertDashboard: 'twenty items of each kind',
  alertNotices: 'two for each of a hundred channels; a cursor, as all lists',
  healthCheckNotices: 'at most 500 short rows; a cursor, as all lists',
  listChannels: 'a hundred names of 200 characters; a cursor, as all lists',
  listAlertRuleVersions: ofVersions,
  listSilenceVersions: ofVersions,
  listChannelVersions: ofVersions,
  listWebhookVersions: ofVersions,
  listHealthCheckVersions: ofVersions,
  listApiKeyVersions: ofVersions,
  listMembers: 'a hundred addresses and those of who left; a cursor, as all lists',
  invoices: 'pages of 100 short rows',
  getReplaySettings: 'rules whose number and length are limited when they are set',
  listGrants: 'a hundred names of 100 characters; a cursor, as all lists',
  getAuthorization: 'two scopes of one client',
  listConversations: '500 titles of 80 characters; a cursor, as all lists',
  getConversation: '200 questions of 4,000 characters; a cursor, as all lists',
  llmStats: 'groups of one statement with a limit of rows',
  listLlmCalls: 'pages of 200 calls of short columns, with offset',
  listLlmConversations: 'pages of 200 conversations with ten names each, with offset',
  getLlmConversation: 'pages of 100 steps of contentCharactersMax each, with offset',
  listMetrics: 'listBytesMax in the warehouse, see metric-answers.test.ts',
  queryMetric: 'groups and steps are limited, and their names are short',
  serviceErrors: 'listBytesMax in the warehouse, see service-answers.test.ts',
  listErrors: '200 groups of short texts and 61 numbers',
  getError: '20 examples of 2,000 characters, and one stack',
  listServices: 'names of 200 characters, 2,000 of them',
  serviceDetail: '200 operations',
  serviceHeatmap: 'heatmapCellsMax of numbers',
  listDeployments: 'versionsMax short rows, and recordedDeploysMax deployments of 50 services each',
  getRelease: '50 deployments of 50 services each',
  getReleaseFigures: '20 deployments of 50 services each',
  serviceMap: '1,000 nodes and 1,000 edges of two names each',
  serviceAnomalyScores: 'bandRangeMsMax in minutes, of numbers',
  serviceTimeseries: '2,000 steps of numbers',
  getObjective: 'five burn rates of one objective',
  objectiveHistory: '250 steps of numbers',
  listTraces: 'pages of 200 with short names, with offset',
  getTrace: 'traceAnswerBytesMax, see trace-answers.test.ts',
  traceHistogram: '500 steps of numbers',
  listAttributes: '200 texts of 200 characters',
  compareSpans: 'comparedMax values of 200 characters',
  getTraceOutline: 'outlineSpansMax of short columns, outlineReadBytesMax in the warehouse',
  getTraceSpan: 'sameIdSpansMax of traceReadBytesMax together',
  getCriticalPath: 'criticalPathSegmentsMax with short names',
  diffTraces: 'diffPlacesMax with short names',
  rootCauses: 'a bounded sample',
  alertCauses: 'causesMax of short texts',
  anomalyCauses: 'causesMax of short texts',
  listReplays: 'pages of 500 with offset, one row of short columns a session',
  getReplay: '2,880 segments of one session, 100 errors, requests and clicks of each kind',
  listMaintenance: 'the windows of one check',
  healthCheckUptime: '90 days of numbers',
  listHealthCheckResults: 'resultBytesMax of one statement',
  listEvents: 'has_more, as all lists with a cursor',
  getWebhookDelivery: '24 attempts of one delivery',
  alertRuleEvaluations: 'pages of one statement',
  getAlert: 'the timeline of one alert',
  getAnomaly: 'the scores of one anomaly',
  getTriageItem: 'the history of one item',
  billingUsage: '36 months of days',
  plans: 'two of them',
  getAlertRule: 'the channels of one rule',
  getWebhook: 'the event types of one webhook',
  askCopilot: 'references of one answer',
  sendMessage: 'references of one answer',
  replayEvents: 'one chunk, limited when it is uploaded',
  proveAlert: 'the fields of one alert',
  recentIngest: 'the latest 100 requests',
  backtestAlertRules: 'transitions of one request with a limit',
  widgetBadge: 'steps of one range',
  widgetMetrics: 'steps of one range',
  widgetAlerts: 'at most fifty alerts',
  widgetOverview: 'services of one organization, short rows',
};

const isList = (route: Route): boolean => {
  const shape = (route.response as z.ZodObject | undefined)?.shape;
  const kinds = Object.values(shape ?? {}).map(each => (each as z.ZodType).def.type);
  return (
    route.keys !== 'none' && route.keys !== 'admin' && isRead(route) && kinds.includes('array')
  );
};

describe('lists', () => {
  it('are known: each route that gives a list has a case in test/floods/long-lists.test.ts, or a reason', () => {
    const found = (routes as readonly Route[]).filter(isList).map(({ name }) => name);
    const missing = found.filter(name => !(name in largeLists) && !(name in boundedOtherwise));
    deepEqual(missing, []);
  });
});
