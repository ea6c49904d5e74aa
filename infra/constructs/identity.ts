import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { AccountRecovery, FeaturePlan, Mfa, UserPool, type UserPoolClient } from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { manifest } from '../manifest.ts'

/**
 * The Cognito user pool, for passwords and TOTP alone. The user name is the user's id (rulings 8); the functions do
 * every sign-in, and no Cognito token leaves the server (rulings 7).
 */
export class Identity extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient

  constructor(scope: Construct, id: string, { isProtected }: { isProtected: boolean }) {
    super(scope, id)
    this.pool = new UserPool(this, 'Pool', {
      selfSignUpEnabled: false,
      signInAliases: { username: true },
      signInCaseSensitive: true,
      mfa: Mfa[manifest.userPool.mfa],
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.NONE,
      passwordPolicy: {
        minLength: manifest.userPool.minimumPasswordLength,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: isProtected,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.client = this.pool.addClient('Functions', {
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      authSessionValidity: Duration.minutes(3),
      // Checking a TOTP code needs the access token, so the token lasts as long as a session does: until midnight. One
      // day in October has 25 hours; Cognito allows 24.
      accessTokenValidity: Duration.hours(manifest.userPool.accessTokenHours),
      idTokenValidity: Duration.minutes(5),
      // Nobody uses the refresh token; Cognito requires it to last at least as long as the access token.
      refreshTokenValidity: Duration.hours(manifest.userPool.accessTokenHours),
    })
  }
}
