import type { Flag } from '../access.ts'
import { employmentLabels, licenceLabels, roleLabels } from '../api/parts/fields.ts'
import type { NewUser, UserChange, UserDetails } from '../api/users.ts'
import { type FieldsOf, own } from './field.ts'

/** Properties of a person without a description below: keys, the photo, and the state of the account. */
type Parts =
  | ('id' | 'version' | 'profileImageUrl' | 'isLocalAccount' | 'isActive' | 'twoFactorEnabled')
  | ('lastLogin' | 'invitedAt' | 'standIn')

type Shown = Omit<UserDetails, Parts>
type Typed = Exclude<keyof NewUser | keyof UserChange, 'password' | 'invite'>

/** An access flag, which is on or off. */
const right = { format: 'switch', form: own('rights'), card: null } as const

/** The access flags, in the order of the form (access.md). */
const rights = {
  hasCalendarAccess: { label: 'Afspraken en kalender', ...right },
  hasLeadsAccess: { label: 'Leads', ...right },
  hasSalesAccess: { label: 'Sales dashboard', ...right },
  hasPersonalDataAccess: { label: 'Persoonsgegevens', ...right },
  hasCommissionsAccess: { label: 'Commissies', ...right },
  hasSalesReportsAccess: { label: 'Salesrapportages', ...right },
  hasInvoiceAccess: { label: 'Facturen', ...right },
  hasTransactionsAccess: { label: 'Transacties', ...right },
} as const satisfies Record<Flag, object>

/** The fields of a person. People have no history and no export. */
export const userFields = {
  firstName: { label: 'Voornaam', form: own('person'), card: own('row') },
  lastName: { label: 'Achternaam', form: own('person'), card: own('row') },
  email: { label: 'E-mail', format: 'email', form: own('person'), card: own('row') },
  phone: { label: 'Telefoonnummer', short: 'Telefoon', format: 'phone', form: own('person'), card: own('row') },
  role: { label: 'Rol', format: roleLabels, form: own('work'), card: own('row') },
  teamId: { label: 'Team', format: 'own', form: own('work'), card: null },
  team: { label: 'Team', format: 'name', card: own('row') },
  employmentType: { label: 'Dienstverband', format: employmentLabels, form: own('work'), card: null },
  licenseFeeStatus: { label: 'Status licentiekosten', format: licenceLabels, form: own('work'), card: null },
  lastLicensePayment: { label: 'Laatste betaling', format: 'day', form: own('work'), card: null },
  ...rights,
  createdAt: { label: 'Lid sinds', format: 'own', card: own('row') },
} as const satisfies FieldsOf<Shown, Typed, never, 'person' | 'work' | 'rights', 'row'>
