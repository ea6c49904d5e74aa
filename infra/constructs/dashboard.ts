import { Duration, Stack } from 'aws-cdk-lib'
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  PeriodOverride,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { type ILogGroup, QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { manifest } from '../manifest.ts'
import { countThrottled, ownMetric } from './alarms.ts'
import type { Api } from './api.ts'
import type { Functions } from './functions.ts'

export interface DashboardProps {
  readonly api: Api
  readonly table: TableV2
  readonly functions: Functions
}

/** Log groups that one query may read. */
const GROUPS_PER_QUERY = 50

const HALF = 12
const hourly = { period: Duration.hours(1) }

/** Subjects of the dashboard, each with the calls of the API that are counted, by function. */
export const countedCalls: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Logins: { 'api-auth': ['POST /api/login'], 'api-invitations': ['POST /api/invitations/{token}'] },
  Appointments: {
    'api-appointments': ['POST /api/appointments', 'PATCH /api/appointments/{id}'],
    'api-leads': ['POST /api/leads/{id}/appointment', 'POST /api/leads/{id}/calls'],
    'api-contracts': ['POST /api/contracts/{id}/appointment'],
  },
  'Imports that people confirm': {
    'api-contracts': ['POST /api/contracts/uploads/{id}/confirm', 'POST /api/contracts/uploads/{id}/undo'],
    'api-leads': ['POST /api/leads/uploads/{id}/confirm', 'POST /api/leads/uploads/{id}/undo'],
  },
  'Runs that people start': {
    'api-commissions': ['POST /api/commissions/advance'],
    'api-monthly-runs': ['POST /api/self-billing/monthly-runs'],
    'api-dispatches': ['POST /api/self-billing/dispatches'],
    'api-appointments': ['POST /api/appointments/changes'],
    'api-contracts': ['POST /api/contracts/changes'],
  },
  Money: {
    'api-invoices': ['POST /api/self-billing/invoices', 'PATCH /api/self-billing/invoices/{id}/status'],
    'api-payment-files': [
      'POST /api/self-billing/payment-files',
      'POST /api/self-billing/payment-files/{id}/approve',
      'POST /api/self-billing/payment-files/{id}/release',
    ],
    'api-bank': ['POST /api/self-billing/bank-statements/{id}/confirm'],
    'api-invoice-acceptance': ['POST /api/invoice-acceptance/{token}'],
  },
}

/**
 * Shows what the office does and what goes wrong, on one page. What people do is counted from the lines of the log, when
 * somebody looks, so that no metric is paid for. Also a saved query, which finds all lines of the request id that a
 * person reads out.
 */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { api, table, functions }: DashboardProps) {
    super(scope, id)
    const { stackName } = Stack.of(this)
    const dashboard = new CloudWatchDashboard(this, 'Page', {
      dashboardName: stackName,
      defaultInterval: Duration.days(1),
      periodOverride: PeriodOverride.INHERIT,
    })
    const graph = (title: string, left: readonly IMetric[]) =>
      new GraphWidget({ title, left: [...left], width: HALF, leftYAxis: { min: 0 } })
    const calls = Object.entries(countedCalls).map(([title, byFunction]) => {
      const routes = Object.values(byFunction).flat()
      return new LogQueryWidget({
        title,
        logGroupNames: Object.keys(byFunction).map((name) => functions.get(name).logGroup.logGroupName),
        queryLines: [
          `filter message = "request" and route in ${JSON.stringify(routes)}`,
          'stats sum(status < 400) as done, sum(status >= 400) as refused by bin(1h)',
        ],
        view: LogQueryVisualizationType.STACKEDAREA,
        width: HALF,
      })
    })
    const jobs = Object.keys(manifest.jobs).map((name) => functions.get(name))
    const sum = { ...hourly, statistic: Stats.SUM }
    const ses = (metricName: string) => new Metric({ namespace: 'AWS/SES', metricName, ...sum })
    dashboard.addWidgets(
      graph('Calls that failed by a fault', [
        api.http.metricServerError(sum),
        ownMetric(stackName, 'error.unexpected', hourly),
      ]),
      graph('Slowest of a hundred calls, in ms', [api.http.metricLatency({ ...hourly, statistic: Stats.p(99) })]),
      graph('Errors in the browser, and lock-outs', [
        ownMetric(stackName, 'client-error', hourly),
        ownMetric(stackName, 'lock-out', hourly),
      ]),
      ...calls,
      graph('Mails', ['Send', 'Delivery', 'Bounce', 'Complaint'].map(ses)),
      graph(
        'Jobs that failed',
        jobs.map((job) => job.metricErrors({ ...sum, label: job.node.id })),
      ),
      graph('Table: refused for more than it takes', [
        countThrottled(table, 'ReadThrottleEvents'),
        countThrottled(table, 'WriteThrottleEvents'),
      ]),
    )
    addRequestQueries(
      this,
      [...functions.byName.values()].map(({ logGroup }) => logGroup),
    )
  }
}

/** Saves queries that find the lines of one request, each in as many functions as a query may read. */
function addRequestQueries(scope: Construct, groups: readonly ILogGroup[]): void {
  const { stackName } = Stack.of(scope)
  for (let at = 0; at < groups.length; at += GROUPS_PER_QUERY) {
    const part = at === 0 ? '' : ` ${at / GROUPS_PER_QUERY + 1}`
    new QueryDefinition(scope, `Request${part.trim()}`, {
      queryDefinitionName: `${stackName}/Request${part}`,
      queryString: new QueryString({
        fields: ['@timestamp', '@log', 'message', 'route', 'status', 'durationMs', 'userId'],
        filterStatements: ['requestId = "PUT THE ID HERE"'],
        sort: '@timestamp asc',
      }),
      logGroups: groups.slice(at, at + GROUPS_PER_QUERY),
    })
  }
}
