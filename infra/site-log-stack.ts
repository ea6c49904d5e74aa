import { Stack } from 'aws-cdk-lib'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Environment } from './environments.ts'

/**
 * Logged fields of a request to the site. Path, query, referrer and cookie are left out: a path may hold a record's id
 * or the token of a calendar feed, and a query may hold a customer's name.
 */
const fields = [
  'timestamp(ms)',
  'x-edge-location',
  'x-edge-request-id',
  'c-ip',
  'c-country',
  'cs-method',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'ssl-cipher',
  'cs(User-Agent)',
  'cache-behavior-path-pattern',
  'sc-status',
  'sc-content-type',
  'x-edge-detailed-result-type',
  'cs-bytes',
  'sc-bytes',
  'time-taken',
  'time-to-first-byte',
]

export interface SiteLogProps {
  readonly environment: Environment
  readonly distribution: Distribution
  readonly logBucketArn: string
}

/** Delivery of the site's access log to the log bucket. CloudFront delivers logs from us-east-1 only. */
export class SiteLogStack extends Stack {
  constructor(scope: Construct, id: string, { distribution, logBucketArn, environment }: SiteLogProps) {
    super(scope, id, { env: { region: 'us-east-1' }, terminationProtection: environment.isProtected })
    const name = this.stackName.toLowerCase()
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    })
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: logBucketArn,
      outputFormat: 'json',
    })
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: fields,
      s3SuffixPath: '/{yyyy}/{MM}/{dd}/{HH}',
    })
    delivery.addResourceDependency(source)
  }
}
