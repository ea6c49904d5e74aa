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
 * The sender's domain at SES, with DKIM and a MAIL FROM domain of its own. The stack's outputs are the DNS records that
 * these need, each as `name type value`. Mail goes over TLS only, and never to an address that bounced or complained.
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
    const name = sender.slice(sender.indexOf('@') + 1)
    const mailFrom = `bounce.${name}`
    const domain = new EmailIdentity(this, 'Domain', {
      identity: Identity.domain(name),
      mailFromDomain: mailFrom,
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
    const record = (id: string, value: string) => new CfnOutput(this, id, { description: 'DNS record', value })
    domain.dkimRecords.forEach((dkim, index) => {
      record(`Dkim${index + 1}`, `${dkim.name} CNAME ${dkim.value}`)
    })
    record('Bounces', `${mailFrom} MX 10 feedback-smtp.${Stack.of(this).region}.amazonses.com`)
    record('Spf', `${mailFrom} TXT "v=spf1 include:amazonses.com ~all"`)
    record('Dmarc', `_dmarc.${name} TXT "v=DMARC1; p=quarantine; adkim=r; aspf=r"`)
  }
}
