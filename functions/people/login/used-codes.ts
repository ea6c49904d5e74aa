import { epochOf, now } from '../../../shared/time.ts'
import { tryWrite, ttlSeconds } from '../../platform/data/table.ts'
import { UsedCodes } from './login-entities.ts'

/** Milliseconds that a used code is refused; longer than any code is valid. */
const CODE_MS = 3 * 60 * 1000

/** Claims a TOTP code for its only use; returns false when the person used it before (rulings 6). */
export async function claimCode(userId: string, code: string): Promise<boolean> {
  const at = epochOf(now())
  const until = at + CODE_MS
  return tryWrite(() =>
    UsedCodes.put({ userId, code, until, expires: ttlSeconds(until) })
      .where((attribute, { notExists, lte }) => `${notExists(attribute.code)} OR ${lte(attribute.until, at)}`)
      .go(),
  )
}
