import { readSetting } from '../env.ts'

/**
 * Returns the credentials that Lambda puts in the environment. Replaces the SDK's chain of providers in the bundles
 * (infra/bundling.ts): profiles, SSO and instance metadata (130 kB) are never used.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: readSetting('AWS_ACCESS_KEY_ID'),
  secretAccessKey: readSetting('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env['AWS_SESSION_TOKEN'],
})
