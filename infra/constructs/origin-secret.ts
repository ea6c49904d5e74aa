import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'

/** What CloudFront tells the API and nobody else knows. The functions ask for it by its name. */
export const originSecret = (scope: Construct, id: string): Secret =>
  new Secret(scope, id, {
    description: 'Shows the functions of Partnerview that a request came through CloudFront',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
