import { Secret, TOTP } from 'otpauth'
import type { generateBackupCodes } from '../functions/people/login/backup-codes.ts'
import { BackupCodes } from '../functions/people/login/login-entities.ts'
import { Teams } from '../functions/people/team-entity.ts'
import {
  checkPassword,
  confirmTotp,
  createCredentials,
  createTotpSecret,
  setAccountEnabled,
  setTotpPreference,
} from '../functions/platform/aws/identity.ts'
import { Sequences } from '../functions/platform/data/sequence.ts'
import { Uniques } from '../functions/platform/data/unique.ts'
import { deriveFields, type User, Users } from '../functions/platform/identity/user.ts'
import type { Flag, Flags, Role } from '../shared/access.ts'
import { flags as flagNames } from '../shared/access.ts'
import type { EmploymentType, Office } from '../shared/api/parts/fields.ts'
import { instantAt } from '../shared/time.ts'
import { firstNames, lastNames } from './names.ts'
import { createChance } from './random.ts'
import { storeAll } from './writing.ts'

export interface Team {
  readonly id: number
  readonly name: string
  readonly office: Office
}

export const teams: readonly Team[] = [
  { id: 1, name: 'Roermond Maas', office: 'roermond' },
  { id: 2, name: 'Roermond Roer', office: 'roermond' },
  { id: 3, name: 'Roermond Zakelijk', office: 'roermond' },
  { id: 4, name: 'Vennep Duin', office: 'nieuw-vennep' },
  { id: 5, name: 'Vennep Polder', office: 'nieuw-vennep' },
]

/** A demo person as the workbench lists them. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly teamId: number | null
  readonly teamName: string | null
  readonly office: Office | null
  readonly flags: Flags
  readonly employmentType: EmploymentType
  readonly isActive: boolean
  readonly twoFactorEnabled: boolean
  readonly backupCodes: string[] | null
  readonly secret: string | null
}

interface Plan {
  readonly role: Role
  readonly teamId: number | null
  readonly isActive?: boolean
  readonly twoFactorEnabled?: boolean
  readonly flags?: Partial<Flags>
}

const none = Object.fromEntries(flagNames.map((flag) => [flag, false])) as Flags
const basic: Flags = { ...none, hasCalendarAccess: true, hasLeadsAccess: true }
const ownMoney: Partial<Flags> = { hasCommissionsAccess: true, hasTransactionsAccess: true }

/**
 * Returns the plan of the demo's people: two admins, and per team a leader, three agents and four callers, with a mix
 * of every flag. Then a caller without 2FA, a deactivated agent and an agent without a team.
 */
function plans(): Plan[] {
  const people: Plan[] = [
    { role: 'admin', teamId: null },
    { role: 'admin', teamId: null },
  ]
  for (const { id: teamId } of teams) {
    const lead: Partial<Flags> = {
      ...ownMoney,
      hasSalesAccess: true,
      hasSalesReportsAccess: true,
      hasInvoiceAccess: true,
    }
    people.push({
      role: 'teamleader',
      teamId,
      flags: teamId === 5 ? {} : { ...lead, hasPersonalDataAccess: teamId === 1 },
    })
    // The first agent of a team has access to invoices, so `createDemoPartners` gives this agent a partner company.
    for (const index of [0, 1, 2]) {
      const paid: Partial<Flags> = {
        ...ownMoney,
        ...(index === 0 ? { hasInvoiceAccess: true } : { hasSalesAccess: true }),
      }
      const flags = index === 2 ? {} : paid
      people.push({
        role: 'agent',
        teamId,
        flags: { ...flags, hasPersonalDataAccess: index === 0 && teamId % 2 === 0 },
      })
    }
    for (const index of [0, 1, 2, 3]) {
      const restricted = index === 3 ? { hasCalendarAccess: teamId !== 2, hasLeadsAccess: false } : {}
      people.push({ role: 'caller', teamId, flags: { ...(index === 0 ? ownMoney : {}), ...restricted } })
    }
  }
  people.push({ role: 'caller', teamId: 1, twoFactorEnabled: false }, { role: 'agent', teamId: 4, isActive: false })
  people.push({ role: 'agent', teamId: null })
  return people
}

/** Returns a person's contract type and, for zzp'ers, the status of the licence fee; some are late (rulings 64). */
function employmentOf(isZzp: boolean, index: number, at: string) {
  if (!isZzp)
    return { employmentType: 'loondienst' as const, licenseFeeStatus: 'paid' as const, lastLicensePayment: undefined }
  const licenseFeeStatus = (['paid', 'paid', 'pending', 'overdue'] as const)[index % 4] ?? 'paid'
  const lastLicensePayment = licenseFeeStatus === 'paid' ? `${at.slice(0, 7)}-01` : undefined
  return { employmentType: 'zzp' as const, licenseFeeStatus, lastLicensePayment }
}

/** Returns a moment some days earlier, as people and teams are older than the appointments. */
const daysBefore = (at: string, days: number) => instantAt(Date.parse(at) - days * 86_400_000)

/**
 * Returns the people of the demo, the same each time; all were added more than a year before the moment `at`. An e-mail
 * address shows the role: `admin1@partnerview.example`.
 */
export function buildDemoPeople(at: string): { user: User; password: string; twoFactor: boolean }[] {
  const chance = createChance(20261121)
  const counted: Record<Role, number> = { admin: 0, teamleader: 0, agent: 0, caller: 0 }
  return plans().map((plan, index) => {
    const number = ++counted[plan.role]
    const firstName = firstNames[index % firstNames.length] ?? 'Demo'
    const lastName = lastNames[(index * 5 + Math.floor(index / lastNames.length)) % lastNames.length] ?? 'Demo'
    const teamId = plan.teamId ?? undefined
    const person = {
      ...basic,
      ...plan.flags,
      id: chance.id(),
      version: 1,
      email: `${plan.role}${number}@partnerview.example`,
      firstName,
      lastName,
      profileImageUrl: undefined,
      phone: `06 ${10_000_000 + chance.below(89_999_999)}`,
      role: plan.role,
      teamId,
      isLocalAccount: true,
      // Who has a partner company is not employed.
      ...employmentOf(chance.maybe(0.3) || (plan.role === 'agent' && plan.flags?.hasInvoiceAccess === true), index, at),
      isActive: plan.isActive ?? true,
      twoFactorEnabled: plan.twoFactorEnabled ?? true,
      mustChangePassword: undefined,
      invitedAt: undefined,
      welcome: undefined,
      sessionEpoch: 1,
      keptSession: undefined,
      credentialEpoch: undefined,
      sessionTimeout: 7200,
      ...{
        earningEpoch: undefined,
        adminSince: undefined,
        standIn: undefined,
        resetBy: undefined,
        createdBy: undefined,
      },
      createdAt: daysBefore(at, 400 + ((index * 83) % 1400)),
      updatedAt: at,
    }
    const user: User = { ...person, ...deriveFields(person) }
    return { user, password: `Welkom-${plan.role}-${number}`, twoFactor: user.twoFactorEnabled }
  })
}

/** Returns a list with the one admin of an empty installation, added more than a year before the moment `at`. */
export function buildFirstAdmin(at: string) {
  const [admin] = buildDemoPeople(at)
  if (!admin) throw new Error('No admin planned')
  return [admin]
}

/** Stores the teams of the demo, only the first time, so that later changes stay. */
export async function storeTeams(at: string): Promise<void> {
  const { data: numbered } = await Sequences.get({ name: 'team' }).go({ consistent: true })
  if (numbered) return
  const rows = teams.map((team) => ({
    ...team,
    sortName: team.name.toLowerCase(),
    version: 1,
    createdAt: daysBefore(at, 2000),
    updatedAt: at,
  }))
  await storeAll(rows.map((row) => Teams.put(row)))
  await Sequences.put({ name: 'team', last: Math.max(...teams.map(({ id }) => id)) }).go()
}

/**
 * Stores a person with credentials, and sets up 2FA in the user pool if `twoFactor` says so. Returns the account for
 * the workbench. All people share the same backup codes, as hashing ten for each would take longer than all other work.
 */
export async function storePerson(
  { user, password, twoFactor }: ReturnType<typeof buildDemoPeople>[number],
  backupCodes: Awaited<ReturnType<typeof generateBackupCodes>>,
): Promise<Account> {
  await Users.put(user).go()
  await Uniques.put({ kind: 'email', value: user.email, ownerId: user.id }).go()
  await createCredentials(user.id, password)
  const secret = twoFactor ? await setUpTwoFactor(user.id, password) : null
  const { salt, hashes } = backupCodes
  if (secret) await BackupCodes.put({ userId: user.id, salt, hashes }).go()
  if (!user.isActive) await setAccountEnabled(user.id, false)
  const team = teams.find((one) => one.id === user.teamId)
  return {
    id: user.id,
    email: user.email,
    password,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    teamId: user.teamId ?? null,
    teamName: team?.name ?? null,
    office: team?.office ?? null,
    flags: Object.fromEntries(flagNames.map((flag: Flag) => [flag, user[flag]])) as Flags,
    employmentType: user.employmentType,
    isActive: user.isActive,
    twoFactorEnabled: user.twoFactorEnabled,
    backupCodes: secret ? backupCodes.codes : null,
    secret,
  }
}

async function setUpTwoFactor(userId: string, password: string): Promise<string> {
  const outcome = await checkPassword(userId, password)
  if (outcome.kind !== 'tokens') throw new Error(`The user pool did not let ${userId} in`)
  const secret = await createTotpSecret(outcome.accessToken)
  if (!secret) throw new Error('No TOTP secret')
  await confirm(outcome.accessToken, secret)
  await setTotpPreference(userId, true)
  return secret
}

/**
 * Confirms a TOTP secret with the code before the present one, so that a first login can use the present code. Tries
 * again with a newer code when the code arrives too late.
 */
async function confirm(accessToken: string, secret: string): Promise<void> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await confirmTotp(accessToken, totp.generate({ timestamp: Date.now() - 30_000 }))) return
  }
  throw new Error('The TOTP code was refused')
}
