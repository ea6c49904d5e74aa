import { mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { readIfThere, replaceFile } from '../stand-in/files.ts'
import { readAttachmentBytes } from './attached-bytes.ts'
import { addressesOf, type Envelope } from './envelope.ts'

/**
 * A mail as the workbench shows it. `from` and `cc` are those of the headers. `to` has the recipients of the envelope
 * that the header To names; `bcc` has those that no header names.
 */
export interface Mail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
  /** Moment of sending by the functions' clock, in ISO 8601. */
  readonly sentAt: string
  readonly text: string
  readonly html: string
  /** Headers by lower-case name; a header that occurs more than once has its values joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly size: number }[]
}

export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

interface Sidecar extends Envelope {
  readonly id: string
  readonly sentAt: string
}

export interface Mailbox {
  /** Stores an accepted mail; it is on disk when this resolves. */
  add(id: string, envelope: Envelope, raw: Buffer, sentAt: number): Promise<void>
  /** Returns the accepted mails, the last accepted first. */
  mails(): Promise<Mail[]>
  /** Returns the n-th attachment of a mail, counted from 0; null without one. */
  attachment(id: string, index: number): Promise<MailAttachment | null>
  /** Returns the bytes of a mail as accepted, but without Bcc; null for an unknown mail. */
  raw(id: string): Promise<Buffer | null>
}

/**
 * Opens the folder of sent mails: each an `.eml` with a `.json` for its envelope. The `.json` is written last; a mail
 * without it was never acknowledged.
 */
export function openMailbox(folder: string): Mailbox {
  mkdirSync(folder, { recursive: true })
  const files = new Map<string, string>()
  const parsed = new Map<string, Mail>()
  for (const name of readdirSync(folder)) {
    const [, stem, id] = name.match(/^(\d{8}T\d{9}Z-(\S+))\.json$/) ?? []
    if (stem !== undefined && id !== undefined) files.set(id, join(folder, stem))
  }

  async function raw(id: string): Promise<Buffer | null> {
    const file = files.get(id)
    return file === undefined ? null : readIfThere(readFile(`${file}.eml`))
  }

  async function mail(id: string): Promise<Mail | null> {
    const known = parsed.get(id)
    if (known !== undefined) return known
    const bytes = await raw(id)
    if (bytes === null) return null
    const sidecar: Sidecar = JSON.parse(await readFile(`${files.get(id)}.json`, 'utf8'))
    const described = describe(sidecar, await parse(bytes), readAttachmentBytes(bytes))
    parsed.set(id, described)
    return described
  }

  return {
    async add(id, envelope, bytes, sentAt) {
      const moment = new Date(sentAt).toISOString()
      const file = join(folder, `${moment.replace(/[-:.]/g, '')}-${id}`)
      await replaceFile(`${file}.eml`, bytes)
      const sidecar: Sidecar = { id, sentAt: moment, ...envelope }
      await replaceFile(`${file}.json`, JSON.stringify(sidecar))
      files.set(id, file)
    },

    async mails() {
      const newestFirst = [...files.keys()].sort().reverse()
      const mails: Mail[] = []
      // One after another: many mails with large attachments would not fit in memory together.
      for (const id of newestFirst) {
        const found = await mail(id)
        if (found !== null) mails.push(found)
      }
      return mails
    },

    async attachment(id, index) {
      const bytes = await raw(id)
      if (bytes === null) return null
      const found = (await parse(bytes)).attachments[index]
      const content = readAttachmentBytes(bytes)[index]
      if (found === undefined || content === undefined) return null
      return { filename: found.filename ?? '', contentType: found.mimeType, bytes: content }
    },

    raw,
  }
}

/** Parses a mail; a mail attached to it is an attachment like any other. */
const parse = (bytes: Buffer) => PostalMime.parse(bytes, { forceRfc822Attachments: true })

function describe({ id, sentAt, from, destinations }: Sidecar, email: Email, contents: readonly Uint8Array[]): Mail {
  const to = addressesOf(email.to)
  const cc = addressesOf(email.cc)
  const isIn = (addresses: readonly string[], address: string) =>
    addresses.some((other) => other.toLowerCase() === address.toLowerCase())
  return {
    id,
    from: email.from?.address ?? from,
    to: destinations.filter((address) => isIn(to, address)),
    cc,
    bcc: destinations.filter((address) => !isIn(to, address) && !isIn(cc, address)),
    subject: email.subject ?? '',
    sentAt,
    text: email.text ?? '',
    html: email.html ?? '',
    headers: headersOf(email),
    attachments: email.attachments.map(({ filename, mimeType }, index) => ({
      filename: filename ?? '',
      contentType: mimeType,
      size: contents[index]?.byteLength ?? 0,
    })),
  }
}

function headersOf({ headers }: Email): Record<string, string> {
  const values = new Map<string, string>()
  for (const { key, value } of headers) values.set(key, values.has(key) ? `${values.get(key)}, ${value}` : value)
  return Object.fromEntries(values)
}
