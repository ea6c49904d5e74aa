import { CfnOutput, type NestedStack, Stack } from 'aws-cdk-lib'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { CodeOf } from './bundle.ts'
import { Alarms } from './constructs/alarms.ts'
import { Api } from './constructs/api.ts'
import { Backup } from './constructs/backup.ts'
import { createLogBucket, DataBuckets } from './constructs/buckets.ts'
import { Dashboard } from './constructs/dashboard.ts'
import { Functions } from './constructs/functions.ts'
import { Identity } from './constructs/identity.ts'
import { addJobs } from './constructs/jobs.ts'
import { createDataKey } from './constructs/key.ts'
import { Mail } from './constructs/mail.ts'
import { createOriginSecret } from './constructs/origin-secret.ts'
import { Site } from './constructs/site.ts'
import { createDataTable } from './constructs/table.ts'
import type { Environment } from './environments.ts'
import { acknowledgeReviewed } from './nag.ts'

export interface PartnerviewStackProps {
  readonly environment: Environment
  readonly webAclArn: string
  readonly codeOf: CodeOf
}

/** The product in one region, made from the manifest and the settings of the deployment. */
export class PartnerviewStack extends Stack {
  readonly distribution: Distribution
  readonly logBucketArn: string
  /** Nested stack with the routes of the API. */
  readonly routes: NestedStack

  constructor(scope: Construct, id: string, { environment, webAclArn, codeOf }: PartnerviewStackProps) {
    const { region, isProtected, mailSender, alarmEmail, generation } = environment
    super(scope, id, { env: { region }, terminationProtection: isProtected })
    const key = createDataKey(this, 'Key')
    const logs = createLogBucket(this, 'Logs')
    this.logBucketArn = arnOf(logs)
    const table = createDataTable(this, 'Table', { key, environment })
    const identity = new Identity(this, 'Identity', { isProtected })
    const mail = new Mail(this, 'Mail', { sender: mailSender })
    const secret = createOriginSecret(this, 'OriginSecret')
    const api = new Api(this, 'Api', { key, environment })
    const site = new Site(this, 'Site', { ...environment, logs, webAclArn, apiHost: api.host, originSecret: secret })
    this.distribution = site.distribution
    const { byName: buckets } = new DataBuckets(this, 'Data', { key, logs, generation, appUrl: site.url })
    const { backupVaultArn } = environment
    if (backupVaultArn) {
      const { documents } = buckets
      new Backup(this, 'Backup', { key, table, documents, generation, vaultArn: backupVaultArn })
    }
    const functions = new Functions(this, 'Functions', {
      codeOf,
      environment,
      appUrl: site.url,
      resources: { key, secret, table, identity, mail, buckets },
    })
    this.routes = api.addRoutes(functions)
    const jobs = addJobs(this, { functions, table, buckets, mail, generation })
    const alarms = new Alarms(this, 'Alarms', { key, email: alarmEmail, api, table, functions, jobs })
    new Dashboard(this, 'Dashboard', { api, table, functions })
    acknowledgeReviewed(this)
    print(this, {
      SiteUrl: site.url,
      SiteBucket: site.bucket.bucketName,
      DistributionId: site.distribution.distributionId,
      DistributionDomain: site.distribution.distributionDomainName,
      SiteDns: `${environment.domainName} CNAME ${site.distribution.distributionDomainName}`,
      ApiUrl: `https://${api.host}`,
      TableName: table.tableName,
      UserPoolId: identity.pool.userPoolId,
      UserPoolClientId: identity.client.userPoolClientId,
      UploadsBucket: buckets.uploads.bucketName,
      DocumentsBucket: buckets.documents.bucketName,
      MailEventsFunction: functions.get('mail-events').functionName,
      AlarmTopic: alarms.topicArn,
    })
  }
}

/**
 * Returns a bucket's ARN as an attribute that CloudFormation fills in, for a stack of another region. CDK refuses
 * `bucketArn` there, as we do not name the bucket ourselves.
 */
function arnOf({ node }: Bucket): string {
  if (CfnBucket.isCfnBucket(node.defaultChild)) return node.defaultChild.attrArn
  throw new TypeError('not a bucket')
}

function print(stack: Stack, outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value })
}
