import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses'
import { readSetting } from '../env.ts'
import { TAGS_HEADER, tagOf } from './mail-tag.ts'

const MAIL_SENDER = readSetting('MAIL_SENDER')

/** One attempt only: without an answer nobody knows whether the mail was accepted, so a retry could send it twice. */
const ses = new SESClient({ maxAttempts: 1 })

export const mailSender = MAIL_SENDER

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** An invitation that calendar programs understand, in iCalendar. */
  readonly calendar?: { readonly filename: string; readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  readonly attachments?: readonly Attachment[]
  /** Name of the sender; 'Partnerview' by default. */
  readonly senderName?: string
  /** Address for replies; ignored when it is not a valid address. */
  readonly replyTo?: string
}

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
}

/**
 * Result of sending a mail. `unknown` when the provider did not answer, so it may have been sent; a refusal is `final`
 * when another attempt cannot help. `notYet` when the account may not send this mail yet: SES is in its sandbox, the
 * domain is not verified, or the account's mail is paused or at its daily maximum.
 */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: string; final: boolean }
  | { kind: 'notYet'; reason: string }
  | { kind: 'unknown'; reason: string }

/** Names of errors by which SES refuses the mail itself, its sender or its address; another attempt cannot help. */
const finalRefusals = new Set(['MessageRejected', 'ValidationError', 'InvalidParameterValue'])

/** Names of errors by which SES refuses for a reason of the account, with the texts that say so. */
const accountRefusals: ReadonlyMap<string, RegExp> = new Map([
  ['AccountSendingPaused', /./],
  ['AccountSendingPausedException', /./],
  ['MailFromDomainNotVerified', /./],
  ['MailFromDomainNotVerifiedException', /./],
  ['MessageRejected', /^Email address is not verified\./],
  ['Throttling', /^Daily message quota exceeded\./],
])

/**
 * Sends one mail, in plain text and HTML, with all lines ended by CR LF. A library folds and encodes the headers, so a
 * line break in a name or subject cannot start a header of its own. The mail carries a tag, so that later SES events
 * name its outbox item.
 */
export async function sendMail(mail: Mail, itemId: string): Promise<MailOutcome> {
  const { to, subject, text, html, calendar, attachments = [], senderName = 'Partnerview', replyTo } = mail
  const parts = {
    from: { name: senderName, address: MAIL_SENDER },
    ...(replyTo && isAddress.test(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    to: { name: '', address: to },
    subject,
    headers: { [TAGS_HEADER]: tagOf(itemId) },
    text: withCrLf(text),
    html: withCrLf(html),
    ...(calendar ? { icalEvent: { ...calendar, content: withCrLf(calendar.content) } } : {}),
    attachments: attachments.map(({ content, ...named }) => ({ ...named, content: Buffer.from(content) })),
  }
  // Loaded only here: the functions that send mails also do work without any.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const message = await new MailComposer(parts).compile().build()
  try {
    await ses.send(new SendRawEmailCommand({ Destinations: [to], RawMessage: { Data: message } }))
    return { kind: 'sent' }
  } catch (error) {
    const { name: reason, message } = error instanceof Error ? error : { name: 'unknown', message: '' }
    if (!isAnswer(error)) return { kind: 'unknown', reason }
    const ofAccount = accountRefusals.get(reason)
    if (ofAccount?.test(message)) return { kind: 'notYet', reason }
    return { kind: 'refused', reason, final: finalRefusals.has(reason) }
  }
}

/** Matches one address without spaces or line breaks. */
const isAddress = /^[^\s<>,;"]+@[^\s<>,;"]+$/

const withCrLf = (text: string) => text.replaceAll(/\r\n?|\n/g, '\r\n')

/** Tells whether an error is an answer of the provider, as opposed to a lost connection. */
const isAnswer = (error: unknown) =>
  error instanceof Error &&
  typeof (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 'number'
