import { readFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { noCode } from '../infra/bundle.ts'
import { type Environment, environmentOf } from '../infra/environments.ts'
import { GithubStack } from '../infra/github-stack.ts'
import type { Trigger } from '../infra/jobs.ts'
import { type FunctionSpec, manifest } from '../infra/manifest.ts'
import { addStacks } from '../infra/stacks.ts'
import * as deployed from '../infra/template.ts'

const cdk = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>
}

/** The environment of which tests examine the stacks. */
export const examined = environmentOf('prod')

/** A vault in another account, for the stacks with copies. */
export const backupVaultArn = 'arn:aws:backup:eu-central-1:999988887777:backup-vault:partnerview'

/** Adds the stacks of an environment, changed by `changes`, to a new app, which may validate their templates. */
function createStacks(name: string, changes: Partial<Environment>, builtinCloudFormationValidation: boolean) {
  const app = new App({ context: cdk.context, builtinCloudFormationValidation })
  return { app, ...addStacks(app, name, { ...environmentOf(name), ...changes }, noCode) }
}

/** Synthesizes the stacks of an environment, changed by `changes`; returns them with their templates. */
function synthesize(name: string, changes: Partial<Environment>) {
  const { app, main, edge, siteLog } = createStacks(name, changes, false)
  return {
    app,
    stacks: [main, main.routes, edge, siteLog],
    main: Template.fromStack(main),
    routes: Template.fromStack(main.routes),
    edge: Template.fromStack(edge),
    siteLog: Template.fromStack(siteLog),
  }
}

const synthesized = new Map<string, ReturnType<typeof synthesize>>()

/**
 * Returns the stacks of an environment, changed by `changes`, with their templates; a second call returns the same. The
 * templates are not validated, which takes longer than making them: `validateStacks` does so in one test.
 */
export function synthesizeStacks(changes: Partial<Environment> = {}, name = 'prod') {
  const key = JSON.stringify([name, changes])
  const known = synthesized.get(key) ?? synthesize(name, changes)
  synthesized.set(key, known)
  return known
}

/** Synthesizes the stack with the roles of GitHub workflows; returns its app and template. */
export function synthesizeGithub() {
  const app = new App({ builtinCloudFormationValidation: false })
  return { app, github: Template.fromStack(new GithubStack(app, 'Partnerview-github', 'office/partnerview')) }
}

/**
 * Synthesizes the stacks of an environment and of GitHub's roles as a deployment does. Throws what CloudFormation would
 * refuse in them.
 */
export function validateStacks(changes: Partial<Environment>, name: string): void {
  const { app } = createStacks(name, changes, true)
  new GithubStack(app, 'Partnerview-github', 'office/partnerview')
  app.synth()
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
