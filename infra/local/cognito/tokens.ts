import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'

const claims = z.object({
  id: z.string(),
  username: z.string(),
  sub: z.string(),
  generation: z.number(),
  expiresAt: z.number(),
})

/**
 * Contents of a token: its id, its user, `expiresAt` in milliseconds since 1970, and the `generation` of the user when
 * it was issued. A token is revoked once its user has a later generation.
 */
export type Claims = z.infer<typeof claims>

export type TokenKind = 'access' | 'id' | 'refresh' | 'session'

export interface Tokens {
  seal(kind: TokenKind, content: Claims): string
  /** Returns the claims of a token, or null when this key did not sign it as this kind. Does not check the expiry. */
  open(kind: TokenKind, token: string): Claims | null
  /** Returns a signed text, such as the position at which a list continues. */
  sealText(text: string): string
  /** Returns the text that was given to `sealText`, or null when the token was not signed with this key. */
  openText(token: string): string | null
}

/** Creates the functions that sign and read tokens with a key, in the characters that Cognito allows. */
export function createTokens(key: Buffer): Tokens {
  const sign = (kind: string, content: string) => createHmac('sha256', key).update(`${kind}.${content}`).digest()

  function seal(kind: string, text: string): string {
    const content = Buffer.from(text).toString('base64url')
    return `${content}.${sign(kind, content).toString('base64url')}`
  }

  function open(kind: string, token: string): string | null {
    const [content = '', signature = ''] = token.split('.')
    const given = Buffer.from(signature, 'base64url')
    const expected = sign(kind, content)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    return Buffer.from(content, 'base64url').toString()
  }

  return {
    seal: (kind, content) => seal(kind, JSON.stringify(content)),
    open(kind, token) {
      const text = open(kind, token)
      return text === null ? null : claims.parse(JSON.parse(text))
    },
    sealText: (text) => seal('text', text),
    openText: (token) => open('text', token),
  }
}
