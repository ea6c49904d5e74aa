import { App, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { bundleFunctions } from './bundle.ts'
import { readConfig } from './config.ts'
import { EdgeStack } from './edge-stack.ts'
import { PartnerviewStack } from './stack.ts'

const app = new App()
const { webAclArn } = new EdgeStack(app, 'PartnerviewEdge')
new PartnerviewStack(app, 'Partnerview', { config: readConfig(app.node), webAclArn, codeOf: await bundleFunctions() })
Tags.of(app).add('application', 'partnerview')
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
