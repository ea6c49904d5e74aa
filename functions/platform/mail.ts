import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses'
import MailComposer from 'nodemailer/lib/mail-composer'
import { required, settings } from './env.ts'
import { TAGS_HEADER, tagOf } from './mail-tag.ts'

const { MAIL_SENDER } = settings({ MAIL_SENDER: required })

/** One attempt: whether an unanswered one was accepted nobody knows, so it is never repeated here. */
const ses = new SESClient({ maxAttempts: 1 })

/** The address mails come from. */
export const mailSender = MAIL_SENDER

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** An invitation that calendar programs understand, in iCalendar. */
  readonly calendar?: { readonly filename: string; readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  readonly attachments?: readonly Attachment[]
  /** Name that it comes from; ours without one. */
  readonly senderName?: string
  /** Address that answers go to; one that is no address is left out. */
  readonly replyTo?: string
}

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
}

/**
 * What became of a mail: `unknown` when the provider did not answer, so that it may have gone out; a refusal is
 * `final` when trying again cannot help.
 */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: string; final: boolean }
  | { kind: 'unknown'; reason: string }

/** Refusals of the mail itself, its sender or its address. */
const finalRefusals = new Set([
  'MessageRejected',
  'ValidationError',
  'InvalidParameterValue',
  'MailFromDomainNotVerified',
  'MailFromDomainNotVerifiedException',
])

/**
 * Sends one mail, in plain text and HTML, all lines of it ended by CR LF. Headers are composed by a library that folds
 * and encodes them, so that a line break in a name or subject cannot start a header of its own. What the provider tells
 * of it later names the outbox item that it was sent for.
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
  const message = await new MailComposer(parts).compile().build()
  try {
    await ses.send(new SendRawEmailCommand({ Destinations: [to], RawMessage: { Data: message } }))
    return { kind: 'sent' }
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    return isAnswer(error) ? { kind: 'refused', reason, final: finalRefusals.has(reason) } : { kind: 'unknown', reason }
  }
}

/** One address, without a second or a line break. */
const isAddress = /^[^\s<>,;"]+@[^\s<>,;"]+$/

const withCrLf = (text: string) => text.replaceAll(/\r\n?|\n/g, '\r\n')

/** Whether the provider answered, with a refusal. */
const isAnswer = (error: unknown) =>
  error instanceof Error &&
  typeof (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 'number'
