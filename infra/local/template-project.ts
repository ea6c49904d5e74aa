import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readAssembly } from '../assembly.ts'
import type { Trigger } from '../jobs.ts'
import { type FunctionSpec, functionSpecs, needsBehind } from '../manifest.ts'
import type { Arns, Statement } from '../rights.ts'
import {
  bucketsOf,
  codeOf,
  type DeployedStatement,
  eventTriggersOf,
  functionsOf,
  poolsOf,
  roleStatementsOf,
  routesOf,
  schedulesOf,
  type Template,
  tablesOf,
  targetOf,
} from '../template.ts'
import { type Project, partnerview } from './project.ts'

/**
 * Returns the product as the templates of a folder describe it, which `cdk synth` wrote: functions with their code and
 * settings, routes, rights, triggers, table, buckets and user pool. Seed and site are those of the sources. Throws when
 * the folder has no templates of the product.
 */
export function readTemplateProject(folder: string): Project {
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Error(`There are no templates in ${folder}; make them by npm run synth.`)
  }
  const main = readAssembly(folder).find(({ template }) => functionsOf(template).length > 0)
  if (!main) throw new Error(`There is no stack with functions in ${folder}.`)
  const { template, region } = main
  const [table, pool] = [tablesOf(template)[0], poolsOf(template)[0]]
  if (!table?.ttl || !pool) throw new Error(`The stack ${main.name} has no table or user pool.`)
  const schedules = schedulesOf(template)
  const statements = roleStatementsOf(template)
  const functions = functionsOf(template)
  const code = [...codeOf(template)].map(([name, hash]) => [name, join(folder, `asset.${hash}`)] as const)
  return {
    ...partnerview,
    functions: Object.fromEntries(functions.map((found) => [found.name, specOf(found)])),
    // Templates of tests have no code: their functions are bundled from the sources.
    ...(code.length === functions.length && { code: Object.fromEntries(code) }),
    routes: routesOf(template),
    statementsOf: (name, arns) => localStatements(template, region, statements.get(name) ?? [], arns),
    jobs: Object.fromEntries([
      ...eventTriggersOf(template).map(({ function: name, ...trigger }) => [name, { trigger: trigger as Trigger }]),
      ...schedules.map(({ function: name, cron }) => [name, { trigger: { on: 'schedule', cron } }]),
    ]),
    buckets: bucketsOf(template),
    table: { indexes: table.indexes.map(({ name }) => name), ttl: table.ttl },
    timeZone: schedules[0]?.timeZone ?? partnerview.timeZone,
    ...pool,
  }
}

function specOf({ name, memoryMb, timeoutSeconds, environment }: ReturnType<typeof functionsOf>[number]): FunctionSpec {
  const entry = functionSpecs[name]?.entry ?? ''
  return { entry, needs: needsBehind(environment), memoryMb, timeoutSeconds }
}

/** Returns the statements about our resources with the ARNs of their stand-ins; leaves out those of Lambda itself. */
function localStatements(
  template: Template,
  region: string,
  statements: readonly DeployedStatement[],
  arns: Arns,
): Statement[] {
  const bucketArn = (id: string) => {
    const [name = ''] = bucketsOf({ Resources: { [id]: template.Resources[id] ?? { Type: '' } } })
    return arns.buckets[name as keyof Arns['buckets']]
  }
  const byType: Readonly<Record<string, (id: string) => string>> = {
    'AWS::DynamoDB::GlobalTable': () => arns.table,
    'AWS::KMS::Key': () => arns.key,
    'AWS::Cognito::UserPool': () => arns.userPool,
    'AWS::SecretsManager::Secret': () => arns.secret,
    'AWS::S3::Bucket': bucketArn,
  }
  const localArn = (resource: string): string => {
    const mail = arns.mail.find((arn) => /:ses:/.test(resource) && resource.includes(arn.split(/[:/]/).at(-2) ?? ''))
    if (mail) return mail
    const id = targetOf(resource)
    const local = byType[template.Resources[id]?.Type ?? '']?.(id)
    if (!local) throw new Error(`No stand-in for ${resource}`)
    return resource.replace(/^\$\{[^}]+\}/, local)
  }
  return statements.flatMap(({ Sid, Effect, Action, Resource, Condition }) => {
    if (Sid === undefined) return []
    const condition = Condition && JSON.parse(JSON.stringify(Condition).replaceAll(region, arns.region))
    const effect = Effect === 'Deny' ? 'Deny' : 'Allow'
    return [
      { Sid, Effect: effect, Action, Resource: Resource.map(localArn), ...(condition && { Condition: condition }) },
    ]
  })
}
