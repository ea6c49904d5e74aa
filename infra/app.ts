import { App, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { bundleFunctions } from './bundle.ts'
import { addStacks } from './stacks.ts'

const app = new App()
addStacks(app, await bundleFunctions())
Tags.of(app).add('application', 'partnerview')
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
