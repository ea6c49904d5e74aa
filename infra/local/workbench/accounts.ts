import { join } from 'node:path'
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Secret, TOTP } from 'otpauth'
import { flags } from '../../../shared/access.ts'
import { readTextSync } from '../stand-in/files.ts'
import type { Table } from '../table/table.ts'

/** A demo person as the seed wrote it to `demo.json`. */
interface DemoPerson {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  readonly teamId: number | null
  readonly teamName: string | null
  readonly office: string | null
  readonly flags: Readonly<Record<string, boolean>>
  readonly employmentType: string
  readonly isActive: boolean
  readonly twoFactorEnabled: boolean
  readonly backupCodes: readonly string[] | null
  /** TOTP secret in force when the backup codes were made; null when 2FA was off. */
  readonly secret: string | null
}

/**
 * A demo person with the present data of the table and the user pool. Only `password` and `backupCodes` come from the
 * seed, even when the password was changed or codes were used since. The backup codes are null when 2FA is off or was
 * set up anew.
 */
export interface Account extends Omit<DemoPerson, 'secret'> {
  /** TOTP secret in base32; null when 2FA is off. */
  readonly totpSecret: string | null
}

export interface Accounts {
  list(): Promise<Account[]>
  /**
   * Returns a person's present 2FA code and how long it lasts; null when nobody with this address has a secret. With
   * 2FA off, returns the code of the secret that is being set up.
   */
  totp(email: string): Promise<{ code: string; secondsLeft: number } | null>
}

export interface AccountsOptions {
  readonly folder: string
  readonly table: Pick<Table, 'client' | 'name'>
  readonly totpSecretOf: (username: string) => string | null
  /** The functions' clock, milliseconds since 1970. */
  readonly now: () => number
}

type Item = Readonly<Record<string, unknown>>

const BATCH = 100
const STEP_SECONDS = 30

/** Returns functions that list the demo people as the table and user pool have them now, and that give 2FA codes. */
export function createAccounts({ folder, table, totpSecretOf, now }: AccountsOptions): Accounts {
  const documents = DynamoDBDocumentClient.from(table.client)
  const file = join(folder, 'demo.json')

  async function items(keys: readonly string[], sk: string): Promise<Map<string, Item>> {
    const found = new Map<string, Item>()
    for (let start = 0; start < keys.length; start += BATCH) {
      const Keys = keys.slice(start, start + BATCH).map((pk) => ({ pk, sk }))
      const { Responses } = await documents.send(new BatchGetCommand({ RequestItems: { [table.name]: { Keys } } }))
      for (const item of Responses?.[table.name] ?? []) found.set(String(item['pk']), item)
    }
    return found
  }

  async function list(): Promise<Account[]> {
    const people = readPeople(file)
    const users = await items([...new Set(people.map(({ id }) => `user#${id}`))], 'user')
    const teamIds = new Set(
      [...users.values()].flatMap((user) => (user['teamId'] === undefined ? [] : [user['teamId']])),
    )
    const teams = await items(
      [...teamIds].map((id) => `team#${id}`),
      'team',
    )
    return people.map((person) => {
      const user = users.get(`user#${person.id}`)
      const secret = totpSecretOf(person.id)
      return accountOf(person, user, user && teams.get(`team#${user['teamId']}`), secret)
    })
  }

  /**
   * Returns the id of the person with an e-mail address, or null. Looks in the seed first, to spare reads of the table.
   */
  async function idOf(email: string): Promise<string | null> {
    const isIt = (person: { email: string }) => person.email.toLowerCase() === email.trim().toLowerCase()
    return (readPeople(file).find(isIt) ?? (await list()).find(isIt))?.id ?? null
  }

  return {
    list,
    async totp(email) {
      const id = await idOf(email)
      const secret = id === null ? null : totpSecretOf(id)
      if (!secret) return null
      const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_SECONDS })
      const seconds = Math.floor(now() / 1000)
      return { code: totp.generate({ timestamp: now() }), secondsLeft: STEP_SECONDS - (seconds % STEP_SECONDS) }
    },
  }
}

function accountOf(
  { secret, ...seeded }: DemoPerson,
  user: Item | undefined,
  team: Item | undefined,
  now: string | null,
) {
  const totpSecret = now
  const backupCodes = secret !== null && secret === totpSecret ? seeded.backupCodes : null
  if (!user) return { ...seeded, totpSecret, backupCodes }
  return {
    ...seeded,
    email: text(user['email']) ?? seeded.email,
    firstName: text(user['firstName']) ?? seeded.firstName,
    lastName: text(user['lastName']) ?? seeded.lastName,
    role: text(user['role']) ?? seeded.role,
    teamId: typeof user['teamId'] === 'number' ? user['teamId'] : null,
    teamName: text(team?.['name']),
    office: text(team?.['office']),
    flags: Object.fromEntries(flags.map((flag) => [flag, user[flag] === true])),
    employmentType: text(user['employmentType']) ?? seeded.employmentType,
    isActive: user['isActive'] === true,
    twoFactorEnabled: user['twoFactorEnabled'] === true,
    totpSecret: user['twoFactorEnabled'] === true ? totpSecret : null,
    backupCodes: user['twoFactorEnabled'] === true ? backupCodes : null,
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const readPeople = (file: string): DemoPerson[] => JSON.parse(readTextSync(file) ?? '[]')
