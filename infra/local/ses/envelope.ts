import PostalMime, { type Address, type Mailbox } from 'postal-mime'
import { serviceError } from '../stand-in/failure.ts'

export interface Envelope {
  readonly from: string
  readonly destinations: readonly string[]
}

const MOST_RECIPIENTS = 50

const invalid = (message: string) => serviceError('InvalidParameterValue', message)

/** Returns the bare e-mail addresses of parsed addresses; a group gives those of its members. */
export const addressesOf = (addresses: readonly Address[] = []): string[] =>
  addresses.flatMap((address): Mailbox[] => address.group ?? [address]).map(({ address }) => address)

/**
 * Returns the sender and the recipients of a mail, each once: those that the request names, else those in the mail's
 * headers. Throws InvalidParameterValue for a missing or invalid address, MessageRejected for over 50 recipients.
 */
export async function readEnvelope(
  raw: Buffer,
  source: string | undefined,
  destinations: readonly string[],
): Promise<Envelope> {
  const { from, to, cc, bcc } = await PostalMime.parse(headersOf(raw))
  if (from === undefined || from.address === undefined) throw invalid("Missing required header 'From'.")
  const sender = source === undefined ? from.address : bareAddress(source)
  const recipients = destinations.length > 0 ? destinations.map(bareAddress) : [to, cc, bcc].flatMap(addressesOf)
  if (recipients.length === 0) throw invalid("Missing required header 'To'.")
  if (recipients.length > MOST_RECIPIENTS)
    throw serviceError('MessageRejected', `Recipient count exceeds ${MOST_RECIPIENTS}.`)
  for (const address of [sender, ...recipients]) checkAddress(address)
  return { from: sender, destinations: [...new Set(recipients)] }
}

const bareAddress = (text: string) => text.match(/<([^<>]*)>\s*$/)?.[1] ?? text.trim()

function checkAddress(address: string): void {
  const at = address.lastIndexOf('@')
  if (at < 0) throw invalid("Missing final '@domain'")
  if (!/^[\x21-\x7e]+$/.test(address.slice(0, at))) throw invalid('Local address contains control or whitespace')
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(address.slice(at + 1))) throw invalid('Domain contains illegal character')
}

/** Returns the index at which the headers end and the empty line begins. */
function endOfHeaders(raw: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map((mark) => raw.indexOf(mark)).filter((index) => index >= 0)
  return ends.length === 0 ? raw.length : Math.min(...ends)
}

const headersOf = (raw: Buffer): Buffer => raw.subarray(0, endOfHeaders(raw))

/** Returns the mail without its Bcc header, and otherwise byte for byte the same. */
export function removeBcc(raw: Buffer): Buffer {
  const end = endOfHeaders(raw)
  const headers = raw.subarray(0, end).toString('latin1')
  const stripped = `\n${headers}\n`.replace(/\nbcc[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?=\n)/gi, '').slice(1, -1)
  return Buffer.concat([Buffer.from(stripped.replace(/\r$/, ''), 'latin1'), raw.subarray(end)])
}
