import { paymentTermsLabels } from '../api/parts/billing.ts'
import type { NewPartner, Partner } from '../api/schemas/partners.ts'
import { type FieldsOf, own } from '../values/field.ts'

/**
 * Properties of a partner without a description below, such as the agreement and the IBAN that waits for approval.
 */
type Parts =
  | ('id' | 'version' | 'isVatNumberDoubtful' | 'vatScheme' | 'assignedAgent' | 'agreement' | 'agreedSince')
  | ('pendingBankAccount' | 'pendingBankAccountBy' | 'pendingBankAccountAt' | 'mayApproveBankAccount')
  | ('rejectedBankAccount' | 'sharedNumbers' | 'invoiceCount' | 'createdAt' | 'updatedAt')

type Shown = Omit<Partner, Parts>
type Group = 'company' | 'registration' | 'invoicing'
type Card = 'head' | 'numbers' | 'address' | 'account'

/** The fields of a partner company, which has no history and no export. */
export const partnerFields = {
  name: { label: 'Bedrijfsnaam', form: own('company'), card: own('head') },
  contactPerson: { label: 'Contactpersoon', form: own('company'), card: null },
  email: { label: 'E-mail', format: 'email', form: own('company'), card: null },
  phone: { label: 'Telefoon', format: 'phone', form: own('company'), card: null },
  address: { label: 'Adres', form: own('company'), card: 'address' },
  postalCode: { label: 'Postcode', format: 'postcode', form: own('company'), card: own('address') },
  city: { label: 'Plaats', form: own('company'), card: own('address') },
  kvkNumber: { label: 'KvK-nummer', short: 'KvK', form: own('registration'), card: 'numbers' },
  vatNumber: { label: 'Btw-nummer', short: 'Btw', form: own('registration'), card: 'numbers' },
  bankAccount: { label: 'IBAN', form: own('registration'), card: own('account') },
  vatSchemes: { label: 'Btw-regeling', format: 'own', form: own('registration'), card: own('account') },
  paymentTerms: { label: 'Betaaltermijn', format: paymentTermsLabels, form: own('invoicing'), card: null },
  allows48HourDiscount: { label: '48-uurskorting', format: 'flag', form: own('invoicing'), card: null },
  acceptanceDays: { label: 'Dagen tot stilzwijgend akkoord', format: 'count', form: own('invoicing'), card: null },
  assignedAgentId: { label: 'Toegewezen agent', format: 'own', form: own('invoicing'), card: null },
  isActive: { label: 'Actief', format: 'flag', form: own('invoicing'), card: own('head') },
} as const satisfies FieldsOf<Shown, keyof NewPartner, never, Group, Card>
