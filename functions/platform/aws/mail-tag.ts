/** Header with the tags of a mail for SES, which removes it before sending. */
export const TAGS_HEADER = 'X-SES-MESSAGE-TAGS'

const TAG = 'outbox'

/**
 * Returns the tag by which SES events about a mail name its outbox item. The id is written in base64url, as the value
 * of a tag may hold only letters, digits, `_` and `-`.
 */
export const tagOf = (itemId: string) => `${TAG}=${Buffer.from(itemId).toString('base64url')}`

/** Returns the id of the outbox item in the tags of an SES event; null when our tag is absent. */
export function readItemTag(tags: Readonly<Record<string, readonly string[]>>): string | null {
  const [value] = tags[TAG] ?? []
  return value === undefined ? null : Buffer.from(value, 'base64url').toString()
}
