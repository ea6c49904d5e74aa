import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { api } from '../../shared/api/index.ts'
import type { Environment } from '../environments.ts'
import { limits } from '../limits.ts'
import type { AlarmTopic } from './alarm-topic.ts'

type Rule = CfnWebACL.RuleProperty
type Statement = CfnWebACL.StatementProperty

/**
 * Number of blocked requests in five minutes above which an alarm is raised. Bots that scan every site for weaknesses
 * cause fewer.
 */
const MOST_BLOCKED = 1000

/** Most days that the log is kept: it has a line per request, with the address, in the United States. */
const LOG_KEPT = RetentionDays.ONE_MONTH

/**
 * Transformations that read a path as the API does, so that `/api/%6Cogin` and `/api/x/../login` count as the login.
 */
const asRouted = [
  { priority: 0, type: 'URL_DECODE' },
  { priority: 1, type: 'NORMALIZE_PATH' },
]

/** Statement on a path that is, or begins with, this text. */
const inPath = (positionalConstraint: 'EXACTLY' | 'STARTS_WITH', searchString: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    textTransformations: asRouted,
    positionalConstraint,
    searchString,
  },
})

/**
 * Requests without a file. The common rules apply to these alone: files are often large or binary, and would trigger
 * rules that are intended for text. The API takes a form only where it takes a file, and checks files itself.
 */
const withoutFile: Statement = {
  notStatement: {
    statement: {
      byteMatchStatement: {
        fieldToMatch: { singleHeader: { Name: 'content-type' } },
        textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
        positionalConstraint: 'STARTS_WITH',
        searchString: 'multipart/form-data',
      },
    },
  },
}

/** Headers that may hold a session, a key or the path of another page. */
const SECRET_HEADERS = ['authorization', 'cookie', 'referer', 'sessionid', 'x-api-key']

const visibilityOf = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
})

type ManagedRule = Partial<CfnWebACL.ManagedRuleGroupStatementProperty>

const managedRule = (
  firewall: Environment['firewall'],
  priority: number,
  name: string,
  options: ManagedRule = {},
): Rule => ({
  name,
  priority,
  overrideAction: firewall === 'count' ? { count: {} } : { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name, ...options } },
  visibilityConfig: visibilityOf(name),
})

const rateRule = (priority: number, name: string, limit: number, scopeDownStatement: Statement): Rule => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      evaluationWindowSec: limits.windowSeconds,
      scopeDownStatement,
    },
  },
  visibilityConfig: visibilityOf(name),
})

export interface WebAclProps {
  readonly key: IKey
  readonly alarms: AlarmTopic
  readonly environment: Environment
}

/**
 * The firewall before CloudFront: AWS's common rules and limits per address on the API. Its log leaves out path and
 * query, which may hold ids, names or feed tokens. Log and samples leave out bodies, queries and secret headers.
 */
export class WebAcl extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string, { key, alarms, environment }: WebAclProps) {
    super(scope, id)
    const stack = Stack.of(this)
    const { firewall, generation, logsKept } = environment
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibilityOf(stack.stackName),
      dataProtectionConfig: {
        dataProtections: [
          { field: { fieldType: 'BODY' }, action: 'SUBSTITUTION' },
          { field: { fieldType: 'QUERY_STRING' }, action: 'SUBSTITUTION' },
          { field: { fieldType: 'SINGLE_HEADER', fieldKeys: SECRET_HEADERS }, action: 'SUBSTITUTION' },
        ],
      },
      rules: [
        rateRule(0, 'RequestsPerAddress', limits.requestsPerAddress, inPath('STARTS_WITH', '/api/')),
        rateRule(1, 'LoginsPerAddress', limits.loginsPerAddress, inPath('EXACTLY', api.auth.login.path)),
        managedRule(firewall, 2, 'AWSManagedRulesAmazonIpReputationList'),
        managedRule(firewall, 3, 'AWSManagedRulesKnownBadInputsRuleSet', { scopeDownStatement: withoutFile }),
        managedRule(firewall, 4, 'AWSManagedRulesCommonRuleSet', {
          scopeDownStatement: withoutFile,
          ruleActionOverrides: [
            // An invoice with many lines is larger than the 16 kB this rule allows; the API has its own limit.
            { name: 'SizeRestrictions_BODY', actionToUse: { count: {} } },
            // A program with an API key need not name itself.
            { name: 'NoUserAgent_HEADER', actionToUse: { count: {} } },
          ],
        }),
      ],
    })
    this.arn = acl.attrArn
    const log = new LogGroup(this, 'Log', {
      logGroupName: `aws-waf-logs-${stack.stackName.toLowerCase()}-${generation}`,
      retention: Math.min(logsKept, LOG_KEPT),
      encryptionKey: key,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [`arn:aws:logs:${stack.region}:${stack.account}:log-group:${log.logGroupName}`],
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        ...SECRET_HEADERS.map((name) => ({
          singleHeader: { Name: name },
        })),
      ],
    })
    logging.node.addDependency(log)
    alarms.add('blocked', {
      metric: blockedRequests(stack, 'ALL'),
      most: MOST_BLOCKED,
      means: `The firewall blocked more than ${MOST_BLOCKED} requests in five minutes.`,
    })
    alarms.add('logins-blocked', {
      metric: blockedRequests(stack, 'LoginsPerAddress'),
      most: 0,
      means: 'One address tried to log in more often than an office does.',
    })
  }
}

/** Returns a metric: the number of requests that one rule of ours, or all rules (`ALL`), blocked in five minutes. */
const blockedRequests = ({ stackName }: Stack, rule: string) =>
  new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: stackName, Rule: rule },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  })
