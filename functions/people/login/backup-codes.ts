import { randomBytes, randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { tryWrite } from '../../platform/data/table.ts'
import { BackupCodes } from './login-entities.ts'
import { claimCode } from './used-codes.ts'

const hash = promisify<string, string, number, Buffer>(scrypt)

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const COUNT = 10
const LENGTH = 6

/** Returns six Crockford base-32 characters with at least one letter, unlike a TOTP code (rulings 7). */
function newBackupCode(): string {
  for (;;) {
    const code = Array.from({ length: LENGTH }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')
    if (isBackupCode(code)) return code
  }
}

/** Tells whether a typed code is a backup code and no TOTP code: it has a letter. */
export const isBackupCode = (code: string) => /[A-Za-z]/.test(code)

/** Normalises a code by Crockford's rules: O becomes 0, I and L become 1. */
const normalise = (code: string) => code.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const hashOf = async (code: string, salt: string) => (await hash(normalise(code), salt, 32)).toString('hex')

/** Creates ten different backup codes; returns them with the salt and hashes to store. Stores nothing. */
export async function generateBackupCodes() {
  const codes = new Set<string>()
  while (codes.size < COUNT) codes.add(newBackupCode())
  const salt = randomBytes(16).toString('hex')
  return { codes: [...codes], salt, hashes: await Promise.all([...codes].map((code) => hashOf(code, salt))) }
}

/** Spends a backup code; returns true only for the one caller that removes it from the stored set. */
async function spendBackupCode(userId: string, code: string): Promise<boolean> {
  const { data } = await BackupCodes.get({ userId }).go({ consistent: true })
  if (!data?.salt || !data.hashes?.length) return false
  const used = await hashOf(code, data.salt)
  if (!data.hashes.includes(used)) return false
  return tryWrite(() =>
    BackupCodes.update({ userId })
      .delete({ hashes: [used] })
      .where(({ hashes }, { contains }) => contains(hashes, used))
      .go(),
  )
}

/** Returns the number of backup codes that a person has left. */
export async function countBackupCodes(userId: string): Promise<number> {
  const { data } = await BackupCodes.get({ userId }).go({ consistent: true })
  return data?.hashes?.length ?? 0
}

/** Proof that a code was right; a TOTP code at login also gives Cognito's access token. */
interface Proof {
  readonly accessToken?: string
}

/**
 * Checks a typed backup code, or a TOTP code by `checkTotp`, and stores its use, so that it works once. Returns a proof
 * that the code was right, with Cognito's access token where `checkTotp` gives one. Returns null for a wrong or used
 * code.
 */
export async function proveCode(
  userId: string,
  typed: string,
  checkTotp: (code: string) => Promise<Proof | null>,
): Promise<Proof | null> {
  const code = typed.toUpperCase()
  if (isBackupCode(code)) return (await spendBackupCode(userId, code)) ? {} : null
  return (await claimCode(userId, code)) ? checkTotp(code) : null
}

/** Returns the write that deletes every backup code of a person, also those of an unfinished 2FA set-up. */
export const voidBackupCodes = (userId: string) => BackupCodes.delete({ userId })
