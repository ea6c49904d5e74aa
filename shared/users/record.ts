import { type Flag, roles } from '../access.ts'
import {
  email,
  employmentLabels,
  employmentType,
  employmentTypes,
  instant,
  licenceLabels,
  licenseFeeStatus,
  licenseFeeStatuses,
  localDate,
  nameText,
  orNull,
  person,
  role,
  roleLabels,
  teamId,
  teamSummary,
} from '../api/parts/fields.ts'
import { own } from '../values/field.ts'
import { attributes, kept, phone, sent, shown, stored, textOrNone, yesOrNo } from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'
import { firstPasswordText, password } from './choices.ts'

const { must, optional, number, optionalNumber, flag } = attributes
const any = stored({ type: 'any' })

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

/** Makes an access flag, which is on or off. */
const right = <const L extends string>(label: L) => yesOrNo('switch', { label, form: own('rights'), card: null })

/** The access flags, in the order of the form (access.md). */
const rights = {
  hasCalendarAccess: right('Afspraken en kalender'),
  hasLeadsAccess: right('Leads'),
  hasSalesAccess: right('Sales dashboard'),
  hasPersonalDataAccess: right('Persoonsgegevens'),
  hasCommissionsAccess: right('Commissies'),
  hasSalesReportsAccess: right('Salesrapportages'),
  hasInvoiceAccess: right('Facturen'),
  hasTransactionsAccess: right('Transacties'),
} satisfies Record<Flag, object>

/** A person, as those who manage people see them. People have no history and no export. */
export const user = record(
  {
    noun: { the: 'de', one: 'gebruiker', many: 'gebruikers' },
    groups: ['person', 'work', 'rights'],
    cards: ['row'],
  },
  {
    id: kept(z.string(), must),
    version: kept(z.int(), number),
    firstName: {
      ...{ ...kept(z.string(), must), typed: personName('Voornaam is verplicht', ['Noor', 'Zoë-Marie', 'Bram']) },
      field: { label: 'Voornaam', form: own('person'), card: own('row') },
    },
    lastName: {
      ...{ ...kept(z.string(), must), typed: personName('Achternaam is verplicht', ['Smit', "van 't Hof", 'Łukasz']) },
      field: { label: 'Achternaam', form: own('person'), card: own('row') },
    },
    /** Sort key of lists: the last name and the first name, folded. */
    name: stored(must),
    email: {
      ...{ ...kept(z.string(), must), typed: email },
      field: { label: 'E-mail', format: 'email', form: own('person'), card: own('row') },
    },
    password: sent(password(6, firstPasswordText).optional()),
    /** True to mail a link by which the person chooses a password (decision 93). */
    invite: sent(z.boolean().optional().meta({ 'x-not-stored': true })),
    phone: phone({ label: 'Telefoonnummer', short: 'Telefoon', form: own('person'), card: own('row') }),
    profileImageUrl: textOrNone,
    role: {
      ...{ ...kept(role, { type: roles, required: true }), typed: role.default('agent'), changed: role },
      field: { label: 'Rol', format: roleLabels, form: own('work'), card: own('row') },
    },
    teamId: {
      ...{ ...kept(orNull(z.int()), optionalNumber), typed: teamId.nullish() },
      field: { label: 'Team', format: 'own', form: own('work'), card: null },
    },
    teamKey: stored(must),
    team: { ...shown(orNull(teamSummary)), field: { label: 'Team', format: 'name', card: own('row') } },
    employmentType: {
      ...kept(employmentType, { type: employmentTypes, required: true }),
      ...{ typed: employmentType.default('loondienst'), changed: employmentType.optional() },
      field: { label: 'Dienstverband', format: employmentLabels, form: own('work'), card: null },
    },
    licenseFeeStatus: {
      ...kept(licenseFeeStatus, { type: licenseFeeStatuses, required: true }),
      changed: licenseFeeStatus.optional(),
      field: { label: 'Status licentiekosten', format: licenceLabels, form: own('work'), card: null },
    },
    lastLicensePayment: {
      ...{ ...textOrNone, changed: localDate().nullish() },
      field: { label: 'Laatste betaling', format: 'day', form: own('work'), card: null },
    },
    ...rights,
    isLocalAccount: kept(z.boolean(), flag),
    isActive: kept(z.boolean(), flag),
    state: stored({ type: ['active', 'inactive'], required: true }),
    twoFactorEnabled: kept(z.boolean(), flag),
    /**
     * Set when somebody else chose the password: until the person replaces it they have no other access (decision 93).
     */
    mustChangePassword: stored({ type: 'boolean' }),
    lastLogin: shown(orNull(instant)),
    /** Moment when the person was invited by mail; null once the person has a password. */
    invitedAt: kept(orNull(instant), optional),
    /** First tasks of a new user (`welcomeSteps`) that the user has not marked as done; absent when none are left. */
    welcome: stored({ type: 'list', items: optional }),
    /**
     * Epoch of the sessions. Each session stores the epoch in which it began, so raising this number ends all of them
     * (rulings 2).
     */
    sessionEpoch: stored(number),
    /** Session of an earlier epoch that belongs to `epoch`: the one that ended all others. */
    keptSession: any,
    /**
     * Epoch of the credentials (absent: 0). Raising it voids the invitation links, calendar feeds and known browsers of
     * earlier epochs.
     */
    credentialEpoch: stored(optionalNumber),
    /**
     * Number of changes of role or employment type (absent: 0). The first payment after such a change needs an admin
     * (rulings 36).
     */
    earningEpoch: stored(optionalNumber),
    /** Moment since which the person is an active admin without interruption; absent for others. */
    adminSince: stored(optional),
    /** For a stand-in who approves payments, or is proposed as one (rulings 51b); null for others. */
    standIn: {
      ...any,
      shown: orNull(
        z.object({
          proposedBy: person,
          proposedAt: instant,
          /** Admin who approved the proposal; null while it waits. */
          approvedBy: orNull(person),
          approvedAt: orNull(instant),
        }),
      ),
    },
    /** Moment of the last reset of the person's password or 2FA by each other person, by the id of that person. */
    resetBy: any,
    /** Idle seconds after which a session ends. */
    sessionTimeout: stored(number),
    /** Person who made the account; absent for the first admin and for accounts older than this attribute. */
    createdBy: stored(optional),
    createdAt: {
      ...kept(instant, must),
      field: { label: 'Lid sinds', format: 'own', history: null, card: own('row') },
    },
    updatedAt: stored(must),
  },
)

/** Words and places of the fields of a person. */
export const userFields = user.fields
