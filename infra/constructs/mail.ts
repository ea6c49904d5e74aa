import { CfnOutput, Stack } from 'aws-cdk-lib'
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'

/**
 * The sender's domain at SES, with DKIM. Mail goes over TLS only, and never to an address that bounced or complained.
 * SES publishes the rates of bounces and complaints as metrics.
 */
export class Mail extends Construct {
  readonly sender: string
  /** ARNs that a function needs rights on to send mail: the domain and the configuration set. */
  readonly arns: readonly string[]
  readonly configurationSet: ConfigurationSet

  constructor(scope: Construct, id: string, { sender }: { sender: string }) {
    super(scope, id)
    this.sender = sender
    this.configurationSet = new ConfigurationSet(this, 'Sending', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    const domain = new EmailIdentity(this, 'Domain', {
      identity: Identity.domain(sender.slice(sender.indexOf('@') + 1)),
      configurationSet: this.configurationSet,
    })
    this.arns = [
      domain.emailIdentityArn,
      Stack.of(this).formatArn({
        service: 'ses',
        resource: 'configuration-set',
        resourceName: this.configurationSet.configurationSetName,
      }),
    ]
    domain.dkimRecords.forEach(({ name, value }, index) => {
      new CfnOutput(this, `Dkim${index + 1}`, { description: 'CNAME to add to the DNS', value: `${name} → ${value}` })
    })
  }
}
