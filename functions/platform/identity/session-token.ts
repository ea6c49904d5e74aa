import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { defineEntity, primary } from '../data/table.ts'

/**
 * Cognito's access token of the login that began a session, so that a TOTP code can be checked without the password
 * (decision 22). Only logins read its partition. The token is encrypted with the session id. The table does not hold
 * that id, so its readers cannot use the token.
 *
 * | Read                | Index   | Key  |
 * | one session's token | primary | hash |
 */
export const SessionTokens = defineEntity('sessiontoken', {
  attributes: {
    hash: { type: 'string', required: true },
    sealed: { type: 'string', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('sessiontoken#${hash}', 'token') },
})

const CIPHER = 'aes-256-gcm'
const keyOf = (sessionId: string) => Buffer.from(hkdfSync('sha256', sessionId, '', 'partnerview session token', 32))

/**
 * Returns the write that stores Cognito's access token of a session, encrypted, until the session expires. For the
 * transaction that begins the session.
 */
export function tokenWrite(sessionId: string, { hash, expires }: { hash: string; expires: number }, token: string) {
  const iv = randomBytes(12)
  const cipher = createCipheriv(CIPHER, keyOf(sessionId), iv)
  const text = Buffer.concat([cipher.update(token), cipher.final()])
  const sealed = [iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url')).join('.')
  return SessionTokens.put({ hash, sealed, expires })
}

/** Returns Cognito's access token of a session; null when the login gave none, as with a backup code. */
export async function findAccessToken({ hash }: { hash: string }, sessionId: string): Promise<string | null> {
  const { data } = await SessionTokens.get({ hash }).go({ consistent: true })
  if (!data) return null
  const [iv = '', tag = '', text = ''] = data.sealed.split('.')
  const decipher = createDecipheriv(CIPHER, keyOf(sessionId), Buffer.from(iv, 'base64url'))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString()
}
