import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'

/** Creates the secret that only CloudFront and the API share. Functions read it by its name. */
export const originSecret = (scope: Construct, id: string): Secret =>
  new Secret(scope, id, {
    description: 'Shows the functions of Partnerview that a request came through CloudFront',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
