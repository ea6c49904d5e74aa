import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'

/** What CloudFront tells the API and nobody else knows, as a reference that CloudFormation resolves at deployment. */
export const originSecret = (scope: Construct, id: string): string =>
  new Secret(scope, id, {
    description: 'Shows the functions of Partnerview that a request came through CloudFront',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  }).secretValue.unsafeUnwrap()
