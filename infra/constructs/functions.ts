import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import {
  ApplicationLogLevel,
  Architecture,
  Function as Lambda,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { CodeOf } from '../bundle.ts'
import type { Environment } from '../environments.ts'
import { limits } from '../limits.ts'
import { type FunctionSpec, functionSpecs, type Setting, settingsFor } from '../manifest.ts'
import { policyStatementsOf, type Resources } from './rights.ts'

export interface FunctionsProps {
  readonly resources: Resources
  readonly codeOf: CodeOf
  readonly appUrl: string
  readonly environment: Environment
}

const settingValues: Record<Setting, (resources: Resources) => string> = {
  ORIGIN_SECRET_ID: ({ secret }) => secret.secretArn,
  TABLE_NAME: ({ table }) => table.tableName,
  USER_POOL_ID: ({ identity }) => identity.pool.userPoolId,
  USER_POOL_CLIENT_ID: ({ identity }) => identity.client.userPoolClientId,
  MAIL_SENDER: ({ mail }) => mail.sender,
  VIES_URL: () => 'https://ec.europa.eu/taxation_customs/vies/rest-api',
  UPLOADS_BUCKET: ({ buckets }) => buckets.uploads.bucketName,
  DOCUMENTS_BUCKET: ({ buckets }) => buckets.documents.bucketName,
}

/**
 * The Lambda functions of the manifest. Besides what every function gets, each has only the settings and rights that
 * its `needs` in the manifest require.
 */
export class Functions extends Construct {
  readonly byName: ReadonlyMap<string, Lambda>

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id)
    refuseTooMany(props.environment.accountConcurrency)
    this.byName = new Map(Object.entries(functionSpecs).map(([name, spec]) => [name, this.#make(name, spec, props)]))
  }

  /** Returns the function of a name; throws when the manifest has none. */
  get(name: string): Lambda {
    const found = this.byName.get(name)
    if (!found) throw new Error(`The manifest has no function ${name}`)
    return found
  }

  #make(name: string, spec: FunctionSpec, { resources, codeOf, appUrl, environment }: FunctionsProps) {
    const { accountConcurrency, logsKept } = environment
    const logGroup = logGroupOf(this, `${name}-log`, resources.key, logsKept)
    return new Lambda(this, name, {
      description: `Partnerview ${name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: codeOf(name),
      memorySize: spec.memoryMb,
      timeout: Duration.seconds(spec.timeoutSeconds),
      ...(accountConcurrency > 0 && spec.executions && { reservedConcurrentExecutions: spec.executions }),
      role: roleOf(this, `${name}-role`, [
        new PolicyStatement({
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          resources: [logGroup.logGroupArn],
        }),
        ...policyStatementsOf(name, resources),
      ]),
      environment: {
        ...Object.fromEntries(settingsFor(spec).map((setting) => [setting, settingValues[setting](resources)])),
        APP_URL: appUrl,
        POWERTOOLS_SERVICE_NAME: name,
        POWERTOOLS_METRICS_NAMESPACE: Stack.of(this).stackName,
      },
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      logGroup,
    })
  }
}

/**
 * Throws when the account has too few concurrent executions for what the functions reserve and what Lambda keeps
 * unreserved.
 */
function refuseTooMany(accountConcurrency: number): void {
  const kept = Object.values(functionSpecs).reduce((sum, { executions = 0 }) => sum + executions, 0)
  const wanted = kept + limits.unreservedExecutions
  if (accountConcurrency === 0 || accountConcurrency >= wanted) return
  throw new Error(
    `accountConcurrency is ${accountConcurrency}; ${wanted} are needed, or 0 to keep none (docs/deploy.md)`,
  )
}

const logGroupOf = (scope: Construct, id: string, encryptionKey: IKey, retention: RetentionDays) =>
  new LogGroup(scope, id, {
    retention,
    encryptionKey,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })

function roleOf(scope: Construct, id: string, statements: PolicyStatement[]): Role {
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  for (const statement of statements) role.addToPolicy(statement)
  return role
}
