import { App, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { bundleFunctions } from './bundle.ts'
import { environmentOf } from './environments.ts'
import { GithubStack } from './github-stack.ts'
import { addStacks } from './stacks.ts'

const app = new App()
const name: string = app.node.tryGetContext('env') ?? 'prod'
const { isProtected, ...environment } = environmentOf(name)
// A failed first deployment leaves nothing behind, so nothing is protected in it.
const isFirst = app.node.tryGetContext('firstDeployment') === 'true'
addStacks(app, name, { ...environment, isProtected: isProtected && !isFirst }, await bundleFunctions())
const repository: string | undefined = app.node.tryGetContext('github')
if (repository) new GithubStack(app, 'Partnerview-github', repository)
Tags.of(app).add('application', 'partnerview')
Tags.of(app).add('environment', name)
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
