import { randomUUID } from 'node:crypto'
import { type Guard, requireRight } from '../rights/guard.ts'
import { asFailure, serviceError } from '../stand-in/failure.ts'
import { nextSequence } from '../stand-in/sequence.ts'
import { type Exchange, isSigned, readBody, startServer } from '../stand-in/server.ts'
import { xmlDocument, xmlElement } from '../stand-in/xml.ts'
import { readEnvelope, removeBcc } from './envelope.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

export type { Mail, MailAttachment } from './mailbox.ts'

export interface SesOptions {
  /** Folder that gets an `.eml` and a `.json` file for each mail. */
  readonly folder: string
  /** Clock in milliseconds since 1970; gives the moment of sending. */
  readonly now: () => number
  /** Port to listen on; 0, the default, takes a free port. */
  readonly port?: number
  /** Addresses and domains that may send; without this option, all may. */
  readonly verifiedIdentities?: readonly string[]
  /** Refuses what the caller's role may not do. */
  readonly guard?: Guard
}

/** Faults of the next sends, each a counter down to 0; may be changed at any time. */
export interface SesFaults {
  /** Number of next sends that are refused with Throttling, so that no mail is accepted. */
  failBefore: number
  /** Number of next sends whose mail is accepted and kept, while the connection breaks instead of a reply. */
  failAfter: number
  /** Answer to every send, such as that of a new account, which is in the sandbox; unset: none. */
  refusal?: { readonly name: string; readonly message: string }
}

export interface LocalSes extends Pick<Mailbox, 'mails' | 'attachment' | 'raw'> {
  /** Address of the stand-in, for AWS_ENDPOINT_URL_SES. */
  readonly url: string
  close(): Promise<void>
  readonly faults: SesFaults
}

const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/'
const LARGEST_MAIL = 10 * 1024 * 1024
const LARGEST_REQUEST = 4 * LARGEST_MAIL

/**
 * Starts a stand-in for SES: a local server that keeps sent mails in a folder. It does SendRawEmail and refuses every
 * other action.
 */
export async function startSes(options: SesOptions): Promise<LocalSes> {
  const mailbox = openMailbox(options.folder)
  const faults: SesFaults = { failBefore: 0, failAfter: 0 }
  const server = await startServer({
    port: options.port ?? 0,
    now: options.now,
    handle: (exchange) => answer(options, mailbox, faults, exchange),
  })
  const { mails, attachment, raw } = mailbox
  return { url: server.url, close: server.close, faults, mails, attachment, raw }
}

/** Answers a call of SES: checks its signature and rights, and delivers the mail unless a fault is set. */
async function answer(options: SesOptions, mailbox: Mailbox, faults: SesFaults, exchange: Exchange): Promise<void> {
  const { request, response, requestId } = exchange
  response.setHeader('x-amzn-requestid', requestId)
  response.setHeader('content-type', 'text/xml')
  try {
    const form = new URLSearchParams((await readBody(request, LARGEST_REQUEST)).toString())
    if (!isSigned(request))
      throw serviceError('MissingAuthenticationToken', 'Request is missing Authentication Token', { status: 403 })
    const action = form.get('Action')
    if (action !== 'SendRawEmail') {
      throw serviceError('InvalidAction', `The local SES stand-in does not do '${action}'. It does: SendRawEmail`)
    }
    const { guard } = options
    if (guard) demandMail(guard, request)
    const id = await sendRawEmail(options, mailbox, faults, form)
    if (faults.failAfter > 0) {
      faults.failAfter -= 1
      response.destroy()
      return
    }
    const result = `<SendRawEmailResult>${xmlElement('MessageId', id)}</SendRawEmailResult>`
    response.end(
      xmlDocument(`<SendRawEmailResponse xmlns="${NAMESPACE}">${result}${metadata(requestId)}</SendRawEmailResponse>`),
    )
  } catch (error) {
    const { name, message, status } = asFailure(error, 'InternalFailure')
    const described = `<Error>${xmlElement('Type', status < 500 ? 'Sender' : 'Receiver')}${xmlElement('Code', name)}${xmlElement('Message', message)}</Error>`
    response.statusCode = status
    response.end(
      xmlDocument(
        `<ErrorResponse xmlns="${NAMESPACE}">${described}${xmlElement('RequestId', requestId)}</ErrorResponse>`,
      ),
    )
  }
}

/** Throws unless the caller may send mail with every SES resource that sending uses. */
const demandMail = (guard: Guard, request: Exchange['request']) =>
  requireRight(
    guard,
    guard.senderOf(request),
    guard.arns.mail.map((resource) => ({ action: 'ses:SendRawEmail', resource })),
    { name: 'AccessDenied', status: 403 },
  )

const metadata = (requestId: string) => `<ResponseMetadata>${xmlElement('RequestId', requestId)}</ResponseMetadata>`

async function sendRawEmail(
  options: SesOptions,
  mailbox: Mailbox,
  faults: SesFaults,
  form: URLSearchParams,
): Promise<string> {
  if (faults.failBefore > 0) {
    faults.failBefore -= 1
    throw serviceError('Throttling', 'Maximum sending rate exceeded.')
  }
  if (faults.refusal) throw serviceError(faults.refusal.name, faults.refusal.message)
  const raw = Buffer.from(form.get('RawMessage.Data') ?? '', 'base64')
  if (raw.length === 0) {
    throw serviceError(
      'ValidationError',
      "1 validation error detected: Value null at 'rawMessage.data' failed to satisfy constraint: Member must not be null",
    )
  }
  if (raw.length > LARGEST_MAIL) {
    throw serviceError('MessageRejected', `Message length is more than ${LARGEST_MAIL} bytes long: '${raw.length}'.`)
  }
  const destinations = [...form].flatMap(([name, value]) => (/^Destinations\.member\.\d+$/.test(name) ? [value] : []))
  const envelope = await readEnvelope(raw, form.get('Source') ?? undefined, destinations)
  requireVerified(envelope.from, options.verifiedIdentities)
  const id = `${nextSequence()}-${randomUUID()}-000000`
  await mailbox.add(id, envelope, removeBcc(raw), options.now())
  return id
}

function requireVerified(address: string, identities: readonly string[] | undefined): void {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (identities === undefined || identities.includes(address) || identities.includes(domain)) return
  throw serviceError(
    'MessageRejected',
    `Email address is not verified. The following identities failed the check in region LOCAL: ${address}`,
  )
}
