import { Duration, Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { contract, routes } from '../../shared/contract/index.ts'
import { BODY_BYTES, bodyLimitOf } from '../../shared/contract/parts/endpoint.ts'
import { limits } from '../limits.ts'
import type { AlarmTopic } from './alarm-topic.ts'

type Rule = CfnWebACL.RuleProperty
type Statement = CfnWebACL.StatementProperty

/**
 * Number of blocked requests in five minutes above which an alarm is raised. Bots that scan every site for weaknesses
 * cause fewer.
 */
const MOST_BLOCKED = 1000

const ACL_METRIC = 'Partnerview'

/**
 * Transformations that read a path as the API does, so that `/api/%6Cogin` and `/api/x/../login` count as the login.
 */
const asRouted = [
  { priority: 0, type: 'URL_DECODE' },
  { priority: 1, type: 'NORMALIZE_PATH' },
]

const inPath = (regexString: string): Statement => ({
  regexMatchStatement: { fieldToMatch: { uriPath: {} }, textTransformations: asRouted, regexString },
})

const patternOf = (path: string) => path.replaceAll(/\{[^}]+\}/g, '[^/]+')

const pathsOfLargeBodies = routes.flatMap(({ endpoint }) =>
  bodyLimitOf(endpoint) > BODY_BYTES ? [patternOf(endpoint.path)] : [],
)

/**
 * Paths of file uploads, on which the common rules do not apply. Files are often large or binary, and would trigger
 * rules that are intended for text. The API checks files itself.
 */
const uploadPaths = routes.flatMap(({ endpoint }) => (endpoint.upload ? [patternOf(endpoint.path)] : []))
const exceptUploads: Statement = { notStatement: { statement: inPath(`^(${uploadPaths.join('|')})$`) } }

const visibilityOf = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
})

/**
 * Blocks bodies above `BODY_BYTES`, except on paths that accept larger ones. The firewall reads only the first 64 kB;
 * longer bodies are blocked too.
 */
const largeBodies: Rule = {
  name: 'LargeBodies',
  priority: 2,
  action: { block: { customResponse: { responseCode: 413 } } },
  statement: {
    andStatement: {
      statements: [
        {
          sizeConstraintStatement: {
            fieldToMatch: { body: { oversizeHandling: 'MATCH' } },
            comparisonOperator: 'GT',
            size: BODY_BYTES,
            textTransformations: [{ priority: 0, type: 'NONE' }],
          },
        },
        { notStatement: { statement: inPath(`^(${pathsOfLargeBodies.join('|')})$`) } },
      ],
    },
  },
  visibilityConfig: visibilityOf('LargeBodies'),
}

const managedRule = (
  priority: number,
  name: string,
  options: Partial<CfnWebACL.ManagedRuleGroupStatementProperty>,
): Rule => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name, ...options } },
  visibilityConfig: visibilityOf(name),
})

const rateRule = (priority: number, name: string, limit: number, scopeDownStatement?: Statement): Rule => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      evaluationWindowSec: limits.windowSeconds,
      ...(scopeDownStatement && { scopeDownStatement }),
    },
  },
  visibilityConfig: visibilityOf(name),
})

export interface WebAclProps {
  readonly key: IKey
  readonly alarms: AlarmTopic
}

/**
 * The firewall before CloudFront: AWS's common rules and limits per address. Its log leaves out path and query, which
 * may hold ids, names or feed tokens. It also leaves out the headers that may hold those, sessions or keys.
 */
export class WebAcl extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string, { key, alarms }: WebAclProps) {
    super(scope, id)
    const stack = Stack.of(this)
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibilityOf(ACL_METRIC),
      associationConfig: { requestBody: { CLOUDFRONT: { defaultSizeInspectionLimit: 'KB_64' } } },
      rules: [
        rateRule(0, 'RequestsPerAddress', limits.requestsPerAddress),
        rateRule(1, 'LoginsPerAddress', limits.loginsPerAddress, inPath(`^${contract.auth.login.path}/*$`)),
        largeBodies,
        managedRule(3, 'AWSManagedRulesAmazonIpReputationList', {}),
        managedRule(4, 'AWSManagedRulesKnownBadInputsRuleSet', { scopeDownStatement: exceptUploads }),
        managedRule(5, 'AWSManagedRulesCommonRuleSet', {
          scopeDownStatement: exceptUploads,
          // An invoice with many lines is larger than the 16 kB this rule allows; the API has its own limit.
          ruleActionOverrides: [{ name: 'SizeRestrictions_BODY', actionToUse: { count: {} } }],
        }),
      ],
    })
    this.arn = acl.attrArn
    const log = new LogGroup(this, 'Log', {
      logGroupName: `aws-waf-logs-${stack.stackName.toLowerCase()}`,
      retention: RetentionDays.ONE_MONTH,
      encryptionKey: key,
    })
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [`arn:aws:logs:${stack.region}:${stack.account}:log-group:${log.logGroupName}`],
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        ...['authorization', 'cookie', 'referer', 'sessionid', 'x-api-key'].map((name) => ({
          singleHeader: { Name: name },
        })),
      ],
    })
    logging.node.addDependency(log)
    alarms.above('blocked', MOST_BLOCKED, blockedRequests('ALL'))
    alarms.above('logins-blocked', 0, blockedRequests('LoginsPerAddress'))
  }
}

/** Returns a metric: the number of requests that one rule of ours, or all rules (`ALL`), blocked in five minutes. */
const blockedRequests = (rule: string) =>
  new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: ACL_METRIC, Rule: rule },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  })
