import { NestedStack, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Alias, type Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Environment } from '../environments.ts'
import { limits } from '../limits.ts'
import { apiRoutes } from '../routes.ts'
import type { Functions } from './functions.ts'

/** Format of the access log: one line per request. Leaves out path and query, as they may hold personal data. */
const accessLog = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTime(),
    route: '$context.routeKey',
    status: AccessLogField.contextStatus(),
    bytes: AccessLogField.contextResponseLength(),
    latencyMs: AccessLogField.contextResponseLatency(),
    integrationError: '$context.integrationErrorMessage',
  }),
)

/**
 * The HTTP API to which CloudFront passes `/api/*`. It has routes per domain rather than per endpoint
 * (docs/decisions/0075).
 */
export interface ApiProps {
  readonly key: IKey
  readonly environment: Environment
}

export class Api extends Construct {
  readonly http: HttpApi
  readonly stage: HttpStage
  /** Host name, without scheme. */
  readonly host: string
  readonly #isGradual: boolean

  constructor(scope: Construct, id: string, { key, environment }: ApiProps) {
    super(scope, id)
    const { stackName, region, urlSuffix } = Stack.of(this)
    this.#isGradual = environment.isGradual
    this.http = new HttpApi(this, 'Http', { apiName: stackName, createDefaultStage: false })
    this.host = `${this.http.apiId}.execute-api.${region}.${urlSuffix}`
    const log = new LogGroup(this, 'Log', {
      logGroupName: `/aws/vendedlogs/apis/${stackName}-${environment.generation}`,
      retention: environment.logsKept,
      encryptionKey: key,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: '$default',
      autoDeploy: true,
      throttle: limits.stage,
      accessLogSettings: { destination: new LogGroupLogDestination(log), format: accessLog },
    })
  }

  /**
   * Adds the routes, each answered by the live version of its domain's function, in a nested stack; returns that stack.
   * It is a stack of its own because a stack may hold only 500 resources (decision 75).
   */
  addRoutes(functions: Functions): NestedStack {
    const stack = new NestedStack(this, 'Routes')
    const integrations = new Map<string, HttpLambdaIntegration>()
    const makeLive = this.#isGradual ? gradually(stack) : atOnce(stack)
    for (const { key, function: name } of apiRoutes) {
      const integration = integrations.get(name) ?? integrationOf(name, makeLive(name, functions.get(name)))
      integrations.set(name, integration)
      const path = key.slice(key.indexOf(' ') + 1)
      const routeKey = HttpRouteKey.with(path, HttpMethod.ANY)
      new HttpRoute(stack, `ANY ${path}`, { httpApi: this.http, routeKey, integration })
    }
    return stack
  }
}

/**
 * Connects routes to a function with one permission for all routes. Permissions per route could exceed the 20 KB to
 * which AWS limits a function's policy.
 */
const integrationOf = (name: string, live: Alias) =>
  new HttpLambdaIntegration(name, live, { scopePermissionToRoute: false })

type MakeLive = (name: string, of: Lambda) => Alias

/** Returns a function that creates the alias of a function's live version; a new version gets all calls at once. */
const atOnce =
  (scope: Construct): MakeLive =>
  (name, of) =>
    new Alias(scope, `${name}-live`, { aliasName: 'live', version: of.currentVersion })

/** Returns the same for versions that get a tenth more of the calls each minute. */
function gradually(scope: Construct): MakeLive {
  const application = new LambdaApplication(scope, 'Shift')
  const role = new Role(scope, 'ShiftRole', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') })
  const makeLive = atOnce(scope)
  return (name, of) => {
    const alias = makeLive(name, of)
    const deploymentConfig = LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE
    new LambdaDeploymentGroup(scope, `${name}-shift`, { application, role, alias, deploymentConfig })
    return alias
  }
}
