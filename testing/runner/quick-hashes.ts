import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Scrypt = (password: string, salt: string, bytes: number, done: (error: Error | null, hash: Buffer) => void) => void

/**
 * Makes `scrypt` cheap where a call names no cost, as for backup codes. Tests make hundreds of sets of ten codes, and the
 * hashes of a set took a third of a second of processor time. Which codes are right does not depend on the cost. The
 * product that browser tests start has the usual cost.
 */
function quicken(): void {
  const usual = crypto.scrypt
  const quick: Scrypt = (password, salt, bytes, done) => usual(password, salt, bytes, { N: 16 }, done)
  const chosen = (...args: unknown[]) => Reflect.apply(args.length === 4 ? quick : usual, crypto, args)
  Object.assign(crypto, { scrypt: Object.assign(chosen, { isQuick: true }) })
  syncBuiltinESMExports()
}

if (!('isQuick' in crypto.scrypt)) quicken()
