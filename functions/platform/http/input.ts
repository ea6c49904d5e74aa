import { createHash, createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { APIGatewayProxyEventV2 as Event } from 'aws-lambda'
import type * as z from 'zod'
import {
  bodyLimitOf,
  type Endpoint,
  paramsOf,
  type Upload,
  type UploadedFile,
} from '../../../shared/api/parts/endpoint.ts'
import { AppError, type ErrorKind, type FieldErrors, invalid } from '../../../shared/errors.ts'
import type { Origin } from '../actor.ts'

const MAX_HEADER = 300

/** Refuses a body above the endpoint's limit with 413, before any of it is decoded (rulings 11). */
export function refuseLargeBody({ body = '', isBase64Encoded }: Event, endpoint: Endpoint): void {
  const limit = bodyLimitOf(endpoint)
  // Characters are counted first: no text has fewer bytes than characters, and counting bytes reads all of it.
  const mostCharacters = isBase64Encoded ? Math.ceil(limit / 3) * 4 : limit
  if (body.length <= mostCharacters && Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') <= limit) return
  throw endpoint.upload ? tooLarge(endpoint.upload) : new AppError('tooLarge', 'De gegevens zijn te groot')
}

const tooLarge = (upload: Upload) =>
  uploadError(upload, 'tooLarge', `Het bestand is groter dan ${Math.floor(upload.maxBytes / 1024 / 1024)} MB`)

/** Returns the error of a refused upload, in the form that its endpoint defines. */
function uploadError(
  { refusal }: Upload,
  kind: ErrorKind,
  message: string,
  details: { errors?: FieldErrors; cause?: unknown } = {},
): AppError {
  return new AppError(kind, message, { ...details, ...(refusal ? { body: refusal(message) } : {}) })
}

/**
 * Returns request id, address, browser, hashed `Idempotency-Key`, `If-Match` version and `Action-Id` of a request. The
 * address is the viewer's, which CloudFront sends (`viewer-functions.ts`), else the connection's. Throws 400 for a
 * malformed header.
 */
export function originOf(event: Event, endpoint: Endpoint): Origin {
  const viewer = event.headers['x-viewer-address']
  const key = endpoint.idempotent ? event.headers['idempotency-key'] : undefined
  const match = endpoint.ifMatch ? event.headers['if-match'] : undefined
  const action = endpoint.joinsAction ? event.headers['action-id'] : undefined
  return {
    requestId: event.requestContext.requestId,
    ip: viewer && isIP(viewer) ? viewer : event.requestContext.http.sourceIp,
    userAgent: (event.headers['user-agent'] ?? '').slice(0, MAX_HEADER).toWellFormed(),
    ...(key ? { idempotency: idempotencyOf(key, event, endpoint) } : {}),
    ...(match ? { expectedVersion: versionOf(match) } : {}),
    ...(action ? { actionId: actionIdOf(action) } : {}),
  }
}

/**
 * Returns the hashes of an idempotency key and its request. A request may hold a password, which readers of the table
 * could guess from a plain hash. So the hash is keyed with the idempotency key, of which the table only holds a hash.
 */
function idempotencyOf(text: string, event: Event, { idempotent }: Endpoint) {
  if (!/^[\x21-\x7e]{1,128}$/.test(text)) throw invalid('Ongeldige Idempotency-Key')
  return {
    key: createHash('sha256').update(text).digest('hex'),
    hash: createHmac('sha256', text)
      .update(`${event.routeKey}\n${event.rawPath}\n${event.body ?? ''}`)
      .digest('hex'),
    isShownOnce: idempotent === 'shown-once',
  }
}

function actionIdOf(text: string): string {
  if (!/^[\w-]{1,64}$/.test(text)) throw invalid('Ongeldige Action-Id')
  return text
}

function versionOf(text: string): number {
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(text)?.[1]
  if (!version) throw invalid('Ongeldige If-Match')
  return Number(version)
}

/**
 * Returns the params, query, body and file of a request, parsed by the endpoint's schemas. Throws 400 with a text per
 * field, 413 for a file that is too large, 415 for another content type or extension.
 */
export async function parseInput(event: Event, endpoint: Endpoint) {
  const params = paramsOf(endpoint)
  const form = endpoint.upload && (await formOf(event, endpoint.upload))
  return {
    params: params && parse(params, event.pathParameters ?? {}),
    query: endpoint.query && parse(endpoint.query, event.queryStringParameters ?? {}),
    body: endpoint.body && parse(endpoint.body, form ? textsOf(form) : jsonOf(event)),
    file: form && endpoint.upload && (await fileOf(form, endpoint.upload)),
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.')
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  throw invalid(parsed.error.issues[0]?.message ?? 'Ongeldige invoer', errors)
}

const bytesOf = (event: Event) => Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')

/** Replaces lone surrogates in a text: JSON can hold them and DynamoDB cannot store them. */
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

function jsonOf(event: Event): unknown {
  const type = event.headers['content-type'] ?? 'application/json'
  if (!/^application\/json\b/i.test(type)) throw new AppError('unsupported', 'Stuur de gegevens als JSON')
  const text = bytesOf(event).toString('utf8')
  if (text === '') return {}
  try {
    return JSON.parse(text, wellFormed)
  } catch (cause) {
    throw new AppError('invalid', 'De gegevens zijn geen geldige JSON', { cause })
  }
}

async function formOf(event: Event, upload: Upload): Promise<FormData> {
  const type = event.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type))
    throw uploadError(upload, 'unsupported', 'Stuur het bestand als formulier')
  return new Response(bytesOf(event), { headers: { 'content-type': type } }).formData().catch((cause) => {
    throw uploadError(upload, 'invalid', 'Het formulier is niet te lezen', { cause })
  })
}

/** Returns the text fields of a form, without its file. */
const textsOf = (form: FormData) =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

async function fileOf(form: FormData, upload: Upload): Promise<UploadedFile> {
  const { field, extensions } = upload
  const file = form.get(field)
  if (!(file instanceof File)) {
    throw uploadError(upload, 'invalid', 'Kies een bestand', { errors: { [field]: ['Kies een bestand'] } })
  }
  if (!extensions.some((extension) => file.name.toLowerCase().endsWith(extension))) {
    throw uploadError(upload, 'unsupported', `Alleen ${extensions.join(', ')} kan worden verwerkt`)
  }
  if (file.size > upload.maxBytes) throw tooLarge(upload)
  return { filename: file.name, contentType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/**
 * Returns the name of an uploaded file without control characters, invisible ones and slashes: at most its last 120
 * characters.
 */
export const filenameOf = ({ filename }: UploadedFile) => filename.slice(-120).replaceAll(/[\p{C}/\\]/gu, '')
