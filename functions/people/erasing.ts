import { flags } from '../../shared/access.ts'
import { type Instant, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { AuditLogs } from '../platform/data/audit.ts'
import { Notifications } from '../platform/data/notifications.ts'
import { readAll } from '../platform/data/rows.ts'
import { Uniques } from '../platform/data/unique.ts'
import { deriveFields, findUser, fullName, type User, Users } from '../platform/identity/user.ts'
import {
  commitErased,
  ERASED_TEXT,
  type Erasable,
  eraseWith,
  isStoredAlike,
  keepNameForTax,
  keepOnly,
  type Stay,
} from '../records/erasing.ts'
import { BackupCodes, type Device, Devices, Logins } from './login/login-entities.ts'
import { userRecords } from './users/authority.ts'

/** Attributes of a person that say what the account could do, and nothing about who had it. */
const kept = [
  ...(['id', 'version', 'role', 'teamId', 'teamKey', 'isLocalAccount', 'employmentType'] as const),
  ...(['licenseFeeStatus', 'lastLicensePayment', 'isActive', 'state', 'twoFactorEnabled'] as const),
  ...(['sessionEpoch', 'credentialEpoch', 'earningEpoch', 'sessionTimeout', 'createdBy'] as const),
  ...(['createdAt', 'updatedAt'] as const),
  ...flags,
] as const satisfies readonly (keyof User)[]

/** Returns the address of an erased account: one that no mail reaches and nobody can log in with. */
const addressOf = (id: string) => `gewist-${id}@partnerview.invalid`

/** Returns the name that takes the place of a person's; the digits tell two of them apart. */
const nameOf = (id: string) => ({ firstName: 'Oud-medewerker', lastName: id.slice(0, 4) })

/**
 * Erases a deactivated person: name, address, phone, browsers and notifications. The name stays while the law asks for
 * the administration, if `isInBook` says that the person was paid.
 */
export const erasablePeople = (isInBook: (id: string, from: LocalDate) => Promise<boolean>): Erasable => ({
  find: async (id) => {
    const row = await findUser(id)
    if (!row) return null
    const leftOn = await findLastDay(row)
    const stays = await stayOf(row, leftOn, isInBook)
    const named = stays ? { firstName: row.firstName, lastName: row.lastName } : nameOf(id)
    const plain = keepOnly(row, kept, { ...named, email: addressOf(id) })
    const after = { ...plain, ...deriveFields(plain) }
    const name = fullName(after)
    const devices = await readAll<Device>(Devices.query.byUser({ userId: id }))
    const notifications = await readAll(Notifications.query.primary({ userId: id }))
    return {
      name: fullName(row),
      date: row.createdAt.slice(0, 10),
      stays,
      usedOn: row.isActive ? localDateOf(now()) : leftOn,
      rows: {
        person: [row],
        browsers: devices.map(({ hash: _, ...device }) => device),
        notifications,
      },
      audited: [{ type: 'user', id, kept, name }],
      erase: async (permit) => {
        for (const { hash } of devices) await Devices.delete({ hash, userId: id }).go()
        for (const one of notifications) await Notifications.delete({ userId: id, id: one.id ?? ERASED_TEXT }).go()
        await BackupCodes.delete({ userId: id }).go()
        await Logins.delete({ userId: id }).go()
        if (isStoredAlike(row, after)) return
        const freed = row.email === after.email ? [] : [Uniques.delete({ kind: 'email', value: row.email })]
        const renamed = fullName(row) === name ? [] : [{ kind: 'user-renamed' as const, subject: id }]
        await commitErased(permit, userRecords.changed(row, after, eraseWith(...freed)).changes, renamed)
      },
    }
  },
})

/**
 * Lists the people who were deactivated before a day and whose account is not erased. `date` is the day of creation.
 */
export async function listFormerPeople(before: LocalDate): Promise<{ id: string; date: string }[]> {
  const found = []
  for (const row of await readAll<User>(Users.query.byState({ state: 'inactive' }))) {
    const isErased = row.email === addressOf(row.id)
    if (!isErased && (await findLastDay(row)) < before) found.push({ id: row.id, date: row.createdAt.slice(0, 10) })
  }
  return found
}

async function stayOf(
  { id, isActive, createdAt }: User,
  leftOn: LocalDate,
  isInBook: (id: string, from: LocalDate) => Promise<boolean>,
): Promise<Stay | null> {
  if (isActive) return { what: 'all', until: null, why: 'Het account is actief. Deactiveer de gebruiker eerst.' }
  const whileBooked = keepNameForTax(leftOn)
  if (whileBooked.until < localDateOf(now())) return null
  return (await isInBook(id, localDateOf(createdAt as Instant))) ? whileBooked : null
}

/** Returns the day of the last deactivation of a person, by the audit log: later changes move `updatedAt`. */
async function findLastDay({ id, updatedAt }: User): Promise<LocalDate> {
  const rows = await readAll(AuditLogs.query.byEntity({ entityType: 'user', entityId: id }))
  const left = rows.findLast(({ action }) => action === 'user.deactivate')
  return localDateOf((left?.createdAt ?? updatedAt) as Instant)
}
