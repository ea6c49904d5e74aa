/**
 * Stands in the bundles for the SDK's chain of credential providers (infra/bundling.ts): Lambda gives a function its
 * credentials in the environment, so the road through profiles, SSO and instance metadata is 130 kB that nobody takes.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: variable('AWS_ACCESS_KEY_ID'),
  secretAccessKey: variable('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env['AWS_SESSION_TOKEN'],
})

function variable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Settings missing or wrong: ${name}`)
  return value
}
