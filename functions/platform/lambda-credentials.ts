import { required, settings } from './env.ts'

/**
 * Stands in the bundles for the SDK's chain of credential providers (manifest, `bundling`): Lambda gives a function its
 * credentials in the environment, so the road through profiles, SSO and instance metadata is 130 kB that nobody takes.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = settings({
    AWS_ACCESS_KEY_ID: required,
    AWS_SECRET_ACCESS_KEY: required,
    AWS_SESSION_TOKEN: required.optional(),
  })
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  }
}
