import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'

/**
 * Creates the secret that CloudFront adds to each request to the API; functions refuse requests without it. The
 * environment of a function holds only the ARN of the secret.
 */
export const createOriginSecret = (scope: Construct, id: string): Secret =>
  new Secret(scope, id, {
    description: 'Shows the functions of Partnerview that a request came through CloudFront',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
