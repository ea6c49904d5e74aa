import { type FunctionSpec, type Need, type Setting, settingsFor } from '../manifest.ts'

/** Addresses of the local stand-ins for AWS services. */
export interface Endpoints {
  readonly table: string
  readonly identity: string
  readonly storage: string
  readonly mail: string
}

export interface Surroundings {
  readonly endpoints: Endpoints
  readonly tableName: string
  readonly appUrl: string
}

/**
 * For each need of a service of AWS: the environment variable with the address of its stand-in, and the field of
 * `Endpoints` that has this address. `origin` has no stand-in, as no CloudFront stands before the functions on a laptop.
 */
const endpointOf: Record<Exclude<Need, 'origin' | 'vies'>, readonly [variable: string, service: keyof Endpoints]> = {
  table: ['AWS_ENDPOINT_URL_DYNAMODB', 'table'],
  identity: ['AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER', 'identity'],
  mail: ['AWS_ENDPOINT_URL_SES', 'mail'],
  uploads: ['AWS_ENDPOINT_URL_S3', 'storage'],
  documents: ['AWS_ENDPOINT_URL_S3', 'storage'],
}

/** The discard port, where nobody answers: a service the manifest does not grant cannot be reached. */
export const NOWHERE = 'http://127.0.0.1:9'

/**
 * Returns the environment variables of a function: those of its needs, those of every function, and those that Lambda
 * sets. `around` has the addresses and the table's name. The access key is the function's name, so that a stand-in
 * knows the caller.
 */
export function environmentOf(name: string, spec: FunctionSpec, around: Surroundings): Record<string, string> {
  const values: Record<Setting, string> = {
    TABLE_NAME: around.tableName,
    USER_POOL_ID: 'local_partnerview',
    USER_POOL_CLIENT_ID: 'partnerview-local',
    MAIL_SENDER: 'noreply@partnerview.example',
    VIES_URL: `${around.appUrl}/__local/vies`,
    UPLOADS_BUCKET: 'uploads',
    DOCUMENTS_BUCKET: 'documents',
    ORIGIN_SECRET_ID: '',
  }
  return {
    ...Object.fromEntries(settingsFor(spec).map((setting) => [setting, values[setting]])),
    ...Object.fromEntries(
      spec.needs.flatMap((need) => {
        if (need === 'origin' || need === 'vies') return []
        const [variable, service] = endpointOf[need]
        return [[variable, around.endpoints[service]]]
      }),
    ),
    AWS_ENDPOINT_URL: NOWHERE,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
    APP_URL: around.appUrl,
    POWERTOOLS_SERVICE_NAME: name,
    POWERTOOLS_METRICS_NAMESPACE: 'Partnerview',
    NODE_OPTIONS: '--enable-source-maps',
    TZ: ':UTC',
  }
}
