/** The header from which SES takes the tags of a mail; it sends it no further. */
export const TAGS_HEADER = 'X-SES-MESSAGE-TAGS'

const TAG = 'outbox'

/** The tag by which what becomes of a mail is told of its outbox item; a value has letters, digits, `_` and `-` alone. */
export const tagOf = (itemId: string) => `${TAG}=${Buffer.from(itemId).toString('base64url')}`

/** The outbox item that a mail was sent for, by the tags that are told with it; null where there is none of ours. */
export function itemTagged(tags: Readonly<Record<string, readonly string[]>>): string | null {
  const [value] = tags[TAG] ?? []
  return value === undefined ? null : Buffer.from(value, 'base64url').toString()
}
