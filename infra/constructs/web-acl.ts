import { Stack } from 'aws-cdk-lib'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { contract, routes } from '../../shared/contract/index.ts'

type Rule = CfnWebACL.RuleProperty
type Statement = CfnWebACL.StatementProperty

/** Requests of one address in five minutes; an office of twenty shares one address. */
const MOST_REQUESTS = 10_000
const MOST_LOGINS = 300

const inPath = (regexString: string): Statement => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    textTransformations: [{ priority: 0, type: 'NONE' }],
    regexString,
  },
})

const patternOf = (path: string) => path.replaceAll(/\{[^}]+\}/g, '[^/]+')

/** Spreadsheets are large and binary, and set off rules that are meant for text; the import checks them itself. */
const uploadPaths = routes.flatMap(({ endpoint }) => (endpoint.upload ? [patternOf(endpoint.path)] : []))
const exceptUploads: Statement = { notStatement: { statement: inPath(`^(${uploadPaths.join('|')})$`) } }

const measured = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
})

const managed = (
  priority: number,
  name: string,
  options: Partial<CfnWebACL.ManagedRuleGroupStatementProperty>,
): Rule => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name, ...options } },
  visibilityConfig: measured(name),
})

const limited = (priority: number, name: string, limit: number, scopeDownStatement?: Statement): Rule => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      evaluationWindowSec: 300,
      ...(scopeDownStatement && { scopeDownStatement }),
    },
  },
  visibilityConfig: measured(name),
})

/** The firewall before CloudFront: AWS's common rules and a limit per address. Its log leaves out what opens a session. */
export class WebAcl extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const stack = Stack.of(this)
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: measured('Partnerview'),
      rules: [
        limited(0, 'RequestsPerAddress', MOST_REQUESTS),
        limited(1, 'LoginsPerAddress', MOST_LOGINS, inPath(`^${contract.auth.login.path}$`)),
        managed(2, 'AWSManagedRulesAmazonIpReputationList', {}),
        managed(3, 'AWSManagedRulesKnownBadInputsRuleSet', { scopeDownStatement: exceptUploads }),
        managed(4, 'AWSManagedRulesCommonRuleSet', {
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
    })
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [`arn:aws:logs:${stack.region}:${stack.account}:log-group:${log.logGroupName}`],
      redactedFields: ['authorization', 'cookie', 'sessionid', 'x-api-key'].map((name) => ({
        singleHeader: { Name: name },
      })),
    })
    logging.node.addDependency(log)
  }
}
