import type { Flag, Role } from '../access.ts'
import * as z from '../zod.ts'
import { creation, domain, idParam, none, ok, page, paging } from './parts/endpoint.ts'
import {
  email,
  employmentType,
  flagFields,
  instant,
  licenseFeeStatus,
  localDate,
  nameText,
  orNull,
  person,
  phoneExamples,
  role,
  secret,
  teamId,
  teamSummary,
  text,
} from './parts/fields.ts'

/** A person one can pick in a list or assign work to. */
export const Colleague = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role,
  teamId: orNull(z.int()),
})
export type Colleague = z.output<typeof Colleague>

/** Somebody to whom work can be assigned; only those who manage people see the e-mail address (access.md). */
export const Agent = Colleague.extend({ email: z.string().optional() })

/** A person as those who manage people see them. */
export const UserDetails = z.object({
  id: z.string(),
  version: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: orNull(z.string()),
  profileImageUrl: orNull(z.string()),
  role,
  teamId: orNull(z.int()),
  team: orNull(teamSummary),
  ...flagFields,
  employmentType,
  licenseFeeStatus,
  lastLicensePayment: orNull(z.string()),
  isLocalAccount: z.boolean(),
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  lastLogin: orNull(instant),
  /** Moment when the person was invited by mail; null once the person has a password. */
  invitedAt: orNull(instant),
  /** For a stand-in who approves payments, or is proposed as one (rulings 51b); null for others. */
  standIn: orNull(
    z.object({
      proposedBy: person,
      proposedAt: instant,
      /** Admin who approved the proposal; null while it waits. */
      approvedBy: orNull(person),
      approvedAt: orNull(instant),
    }),
  ),
  createdAt: instant,
})
export type UserDetails = z.output<typeof UserDetails>

/** The licence fee of a zzp'er per month, in cents (spec §9). */
export const LICENSE_FEE_CENTS = 1999

/** Default rights of a new person, as far as the creator has them (spec §5). */
export const defaultFlags: Record<Flag, boolean> = {
  hasSalesAccess: false,
  hasCalendarAccess: true,
  hasLeadsAccess: true,
  hasPersonalDataAccess: false,
  hasCommissionsAccess: false,
  hasSalesReportsAccess: false,
  hasInvoiceAccess: false,
  hasTransactionsAccess: false,
}

/** Tells whether people of a role must have a phone number, as customers call them back (spec §5). */
export const needsPhone = (of: Role): boolean => of === 'agent' || of === 'teamleader'
const phoneRequired = 'Telefoonnummer is verplicht voor agenten en teamleiders'
const hasPhone = (form: { role?: Role | undefined; phone?: string | null | undefined }) =>
  !form.role || !needsPhone(form.role) || Boolean(form.phone)
const phoneIssue = { path: ['phone'], error: phoneRequired }

const optionalFlags = Object.fromEntries(
  Object.entries(flagFields).map(([name, flag]) => [name, flag.optional()]),
) as Record<Flag, z.ZodOptional<z.ZodBoolean>>

/**
 * Makes the schema of a name of a person: letters, spaces, hyphens and apostrophes. Names stand in greetings of mails,
 * so none may be an address or an offer.
 */
const personName = (message: string, examples: string[]) =>
  nameText(message)
    .refine(
      (name) => /^(?:[\p{L}\p{M}'’\s-]|\u200c|\u200d)*$/u.test(name),
      'Gebruik alleen letters, spaties, streepjes en apostrofs',
    )
    .meta({ examples })

const names = {
  firstName: personName('Voornaam is verplicht', ['Noor', 'Zoë-Marie', 'Bram']),
  lastName: personName('Achternaam is verplicht', ['Smit', "van 't Hof", 'Łukasz']),
}

/** Makes the schema of a password that Cognito accepts: no line breaks, and no space at either end. */
const password = (shortest: number, tooShort: string) =>
  z
    .string()
    .min(shortest, tooShort)
    .max(256)
    .regex(/^\S(.*\S)?$/, 'Een wachtwoord begint en eindigt niet met een spatie')
    .meta({ ...secret, examples: ['Zonnepaneel-7', 'Nieuw-paneel-8'] })

/** A password of an invited person, or one that replaces another: at least 8 characters (spec §5). */
export const ownPassword = password(8, 'Wachtwoord moet minstens 8 karakters lang zijn')

const firstPasswordText = 'Wachtwoord moet minimaal 6 karakters zijn'

/** Body of a new person, with a first password or an invitation by mail; absent flags take their default. */
export const NewUser = z
  .object({
    email,
    password: password(6, firstPasswordText).optional(),
    /** True to mail a link by which the person chooses a password (decision 93). */
    invite: z.boolean().optional().meta({ 'x-not-stored': true }),
    ...names,
    phone: text(40, phoneExamples),
    role: role.default('agent'),
    teamId: teamId.nullish(),
    employmentType: employmentType.default('loondienst'),
    ...optionalFlags,
  })
  .refine(hasPhone, phoneIssue)
  .refine(({ password, invite }) => invite || password !== undefined, {
    path: ['password'],
    error: firstPasswordText,
  })
export type NewUser = z.output<typeof NewUser>

/** Body that changes a person; absent fields stay, `teamId: null` means no team (spec §5). */
export const UserChange = z.object({
  firstName: names.firstName.optional(),
  lastName: names.lastName.optional(),
  phone: text(40, phoneExamples),
  role,
  teamId: teamId.nullish(),
  employmentType: employmentType.optional(),
  licenseFeeStatus: licenseFeeStatus.optional(),
  lastLicensePayment: localDate().nullish(),
  ...optionalFlags,
})
export type UserChange = z.output<typeof UserChange>

/**
 * A new password. A change of one's own password also needs the current password (rulings 9), unless somebody else set
 * the current one (decision 93).
 */
export const PasswordChange = z.object({
  newPassword: ownPassword,
  currentPassword: z.string().max(256).optional().meta(secret),
})

export const users = domain({
  list: {
    summary:
      'People to choose from: an admin sees all active ones, a team leader their own team, others its agents and team leaders',
    method: 'GET',
    path: '/api/users',
    allow: 'colleague:read',
    shows: ['team', 'user'],
    query: z.object(paging),
    result: page(Colleague),
  },
  agents: {
    summary: 'Active agents and team leaders within reach; with their e-mail address for an admin or team leader',
    method: 'GET',
    path: '/api/users/agents',
    allow: 'colleague:read',
    shows: ['team', 'user'],
    query: z.object(paging),
    result: page(Agent),
  },
  active: {
    summary: 'Active people to manage: an admin all, a team leader the agents and callers of their own team',
    method: 'GET',
    path: '/api/users/active',
    allow: 'user:read',
    shows: ['team', 'user'],
    query: z.object(paging),
    result: page(UserDetails),
  },
  deactivated: {
    summary: 'Deactivated people',
    method: 'GET',
    path: '/api/users/deactivated',
    allow: 'user:admin',
    shows: ['team', 'user'],
    query: z.object(paging),
    result: page(UserDetails),
  },
  create: {
    summary: 'Create a person with a password, or with an invitation by mail; the e-mail address must be free',
    method: 'POST',
    path: '/api/users/create-local',
    allow: 'user:manage',
    changes: ['user'],
    later: ['fixedCost', 'user'],
    idempotent: true,
    body: NewUser,
    result: creation(UserDetails),
  },
  invite: {
    summary: 'Mail another invitation to a person who has no password yet; earlier links end',
    method: 'POST',
    path: '/api/users/{id}/invite',
    allow: 'user:manage',
    changes: ['user'],
    later: ['user'],
    params: idParam,
    result: ok(UserDetails),
  },
  update: {
    summary: 'Change a person; a lost update is a 409. A change of role or flags ends their sessions',
    method: 'PUT',
    path: '/api/users/{id}',
    allow: 'user:manage',
    changes: ['user'],
    later: ['appointment', 'commission', 'fixedCost', 'hourlyRate', 'hours', 'lead', 'question', 'sale'],
    ifMatch: true,
    params: idParam,
    body: UserChange,
    result: ok(UserDetails),
  },
  deactivate: {
    summary: 'Deactivate a person and end their sessions; not oneself, not the last admin (rulings 63)',
    method: 'DELETE',
    path: '/api/users/{id}',
    allow: 'user:manage',
    changes: ['user'],
    later: ['feed', 'fixedCost', 'user'],
    params: idParam,
    result: none,
  },
  reactivate: {
    summary: 'Let a deactivated person in again',
    method: 'POST',
    path: '/api/users/{id}/reactivate',
    allow: 'user:admin',
    changes: ['user'],
    later: ['feed', 'fixedCost', 'user'],
    params: idParam,
    result: ok(UserDetails),
  },
  changePassword: {
    summary:
      'Set a password, one’s own with the current one; ends that person’s sessions. A password set by somebody else must be changed first (rulings 9)',
    method: 'PATCH',
    path: '/api/users/{id}/password',
    allow: 'user:password',
    changes: ['user'],
    params: idParam,
    body: PasswordChange,
    result: ok(z.object({ message: z.string() })),
  },
  proposeStandIn: {
    summary:
      'Propose a person who approves payments in place of an admin, for a second admin to approve; at most three, 409 for admins (rulings 51b)',
    method: 'POST',
    path: '/api/users/{id}/payment-approver',
    allow: 'user:admin',
    changes: ['user'],
    ifMatch: true,
    params: idParam,
    result: ok(UserDetails),
  },
  approveStandIn: {
    summary:
      'Make a proposed person a stand-in as the second admin, from 24 hours later on; 403 for who proposed them, 409 where nobody did',
    method: 'POST',
    path: '/api/users/{id}/payment-approver/approve',
    allow: 'user:admin',
    changes: ['user'],
    ifMatch: true,
    params: idParam,
    result: ok(UserDetails),
  },
  endStandIn: {
    summary: 'End a stand-in, or take the proposal of one back; ends their sessions. 409 for anybody else',
    method: 'DELETE',
    path: '/api/users/{id}/payment-approver',
    allow: 'user:admin',
    changes: ['user'],
    ifMatch: true,
    params: idParam,
    result: ok(UserDetails),
  },
  resetTwoFactor: {
    summary: 'Turn a person’s 2FA off and end their sessions; the next login sets it up again',
    method: 'POST',
    path: '/api/admin/reset-2fa/{id}',
    allow: 'user:admin',
    changes: ['user'],
    later: ['feed', 'user'],
    params: idParam,
    result: ok(UserDetails),
  },
})
