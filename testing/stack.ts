import { readFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { noCode } from '../infra/bundle.ts'
import { type Environment, environmentOf } from '../infra/environments.ts'
import { type FunctionSpec, manifest, type Trigger } from '../infra/manifest.ts'
import { addStacks } from '../infra/stacks.ts'
import * as deployed from '../infra/template.ts'

const cdk = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>
}

/** The environment of which tests examine the stacks. */
export const examined = environmentOf('prod')

/** Synthesizes the stacks of an environment, changed by `changes`; returns them with their templates. */
export function synthesizeStacks(changes: Partial<Environment> = {}, name = 'prod') {
  const app = new App({ context: cdk.context })
  const { main, edge, siteLog } = addStacks(app, name, { ...environmentOf(name), ...changes }, noCode)
  return {
    app,
    stacks: [main, main.routes, edge, siteLog],
    main: Template.fromStack(main),
    routes: Template.fromStack(main.routes),
    edge: Template.fromStack(edge),
    siteLog: Template.fromStack(siteLog),
  }
}

/** The jobs of the manifest, by name. */
export const jobs = Object.entries<FunctionSpec & { trigger: Trigger }>(manifest.jobs)

interface Statement {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource: unknown
  Condition?: unknown
}

/** Returns the actions that an IAM statement names. */
export const actionsOf = ({ Action }: Statement) => [Action].flat()

/** Synthesizes the stacks; returns their templates, and functions that read the rights in the main one. */
export function examineStack() {
  const synthesized = synthesizeStacks()
  const template = synthesized.main.toJSON() as deployed.Template

  /** Returns every IAM statement of our roles with this effect. */
  const statements = (effect: Statement['Effect']): (Statement & { policy: string })[] =>
    deployed
      .resourcesOf<{ PolicyDocument: { Statement: Statement[] } }>(template, 'AWS::IAM::Policy')
      .flatMap(({ id, PolicyDocument }) => PolicyDocument.Statement.map((statement) => ({ ...statement, policy: id })))
      .filter(({ Effect }) => Effect === effect)

  /**
   * Returns the actions that a function may do. The logical id of its policy contains the function's name without
   * dashes.
   */
  const actionsOfFunction = (name: string) =>
    statements('Allow')
      .filter(({ policy }) => policy.startsWith(`Functions${name.replaceAll('-', '')}role`))
      .flatMap(actionsOf)

  return { synthesized, main: synthesized.main, template, statements, actionsOfFunction }
}
