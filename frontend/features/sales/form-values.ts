import * as z from 'zod'
import type { CurrentUser } from '../../../shared/api/auth.ts'
import { requireText, text } from '../../../shared/api/parts/fields.ts'
import { type ContractLength, contractYears } from '../../../shared/api/parts/trade.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { confirmationKinds, confirmationLabels } from '../../../shared/cooling-off/cooling-off.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { NewSale } from '../../../shared/sales/schemas.ts'
import { placeText } from '../../../shared/street.ts'
import { addDays, addMonths, isLocalDate, type LocalDate } from '../../../shared/time.ts'
import { formatMoney } from '../../lib/format.ts'
import { differencesOf } from '../../records/differences.ts'
import { formatFieldValue, formLabelsOf, formValuesOf } from '../../records/field-values.ts'
import { parseTypedNumber } from '../../ui/fields/number-text.ts'

/**
 * Schema of the form of a new sale: the agent is required, the sale date may be empty. The request adds the id of the
 * appointment, lead or contract.
 */
export const SaleForm = NewSale.omit({ appointmentId: true, leadId: true, contractId: true }).extend({
  agentId: requireText('Kies een agent', 128),
  saleDate: z.union([z.literal('').transform(() => undefined), NewSale.shape.saleDate]),
  // Without a kind of proof there is none.
  confirmation: z
    .object({
      ...{ kind: z.enum(['', ...confirmationKinds]), reference: text(200), fileKey: text(100) },
      filename: z.string().nullish(),
    })
    .refine(({ kind, reference, fileKey }) => kind !== '' || !(reference || fileKey), {
      ...{ message: 'Kies een bewijs', path: ['kind'] },
    })
    .transform(({ kind, ...more }) => (kind === '' ? null : sentOf({ kind, ...more }))),
})
export type FormValues = z.input<typeof SaleForm>

type Kind = (typeof confirmationKinds)[number]
interface Sent {
  readonly kind: Kind
  readonly reference?: string | null | undefined
  readonly fileKey?: string | null | undefined
}

/** Returns the proof of a written yes as a request has it. */
const sentOf = ({ kind, reference = null, fileKey = null }: Sent) => ({ kind, reference, fileKey })

export type CheckedForm = z.output<typeof SaleForm>

/**
 * Schema of the form that edits a sale. An empty IBAN or account holder means no change, since not every user sees
 * them.
 */
export const ChangedSaleForm = SaleForm.extend({
  iban: z.union([z.literal(''), NewSale.shape.iban]),
  bankAccountHolder: z.union([z.literal(''), NewSale.shape.bankAccountHolder]),
}) as unknown as typeof SaleForm

/** Appointment, lead or contract that a new sale comes from. */
export interface Origin {
  readonly appointment?: Appointment | undefined
  readonly lead?: Lead | undefined
  readonly contract?: Contract | undefined
  /** Id of the contract, from the page address. `contract` itself is absent when that address was opened directly. */
  readonly contractId?: string | undefined
}

/** Form values of an additional delivery address, still empty. */
export const emptyAddress = { address: '', houseNumber: '', postalCode: '', city: '', eanElectricity: '', eanGas: '' }

/** Returns which energy fields a product has: those of electricity, gas or both. */
export const energyOf = (productType: unknown) => ({
  electricity: productType !== 'gas',
  gas: productType !== 'stroom',
})

type EnergyFields = Pick<
  FormValues,
  'eanElectricity' | 'electricityUsage' | 'eanGas' | 'gasUsage' | 'additionalAddresses'
>

/** Returns the energy fields of the form; clears those that the product does not have. */
export function clearUnusedEnergyFields(productType: unknown, values: EnergyFields): EnergyFields {
  const { electricity, gas } = energyOf(productType)
  const eansOf = ({ eanElectricity, eanGas }: Pick<FormValues, 'eanElectricity' | 'eanGas'>) => ({
    eanElectricity: electricity ? eanElectricity : '',
    eanGas: gas ? eanGas : '',
  })
  return {
    ...eansOf(values),
    electricityUsage: electricity ? values.electricityUsage : null,
    gasUsage: gas ? values.gasUsage : null,
    additionalAddresses: values.additionalAddresses?.map((address) => ({ ...address, ...eansOf(address) })),
  }
}

/**
 * Returns the initial form values of a new sale, filled from its appointment, lead or contract. An agent is the seller.
 * For other users the seller is the agent, owner or assignee of that record. If there is none, a team leader is the
 * seller, and an admin must choose.
 */
export function initialValues({ appointment, lead, contract }: Origin, user: CurrentUser): FormValues {
  const known = appointment ?? lead ?? contract
  const { customerName, companyName, customerPhone, customerEmail } = known ?? {}
  const { postalCode, houseNumber, address, city } = known ?? {}
  const usage = contract?.electricityUsage ?? parseTypedNumber((appointment ?? lead)?.consumption ?? '')
  const productType = lead?.energyType ?? 'gas_stroom'
  const energy = {
    eanElectricity: contract?.eanElectricity ?? '',
    eanGas: contract?.eanGas ?? '',
    electricityUsage: wholeUsage(usage),
    gasUsage: wholeUsage(contract?.gasUsage ?? null),
    additionalAddresses: [],
  }
  return {
    ...formValuesOf<FormValues>(saleFields, {
      ...{ customerName, companyName, customerPhone, customerEmail, postalCode, houseNumber, address, city },
    }),
    ...clearUnusedEnergyFields(productType, energy),
    ...NO_AGREEMENT,
    soldAt: appointment ? 'customer' : '',
    // Without a value here, the user must choose the market before the form can be sent.
    market: appointment?.type ?? contract?.market ?? ((companyName ? 'zakelijk' : undefined) as FormValues['market']),
    productType,
    agentId: agentOf({ appointment, lead, contract }, user),
  }
}

const NO_AGREEMENT = { confirmation: { kind: '', reference: '', fileKey: '', filename: '' }, isHomeUse: null } as const

const wholeUsage = (usage: number | null) => (usage !== null && Number.isInteger(usage) && usage >= 0 ? usage : null)

function agentOf({ appointment, lead, contract }: Origin, user: CurrentUser): string {
  if (user.role === 'agent') return user.id
  return (
    appointment?.agentId ?? lead?.ownerId ?? contract?.assignedTo?.id ?? (user.role === 'teamleader' ? user.id : '')
  )
}

/** Returns the form values of a sale. The IBAN is empty, which leaves it unchanged. */
export const valuesOf = (sale: Sale): FormValues => ({
  ...formValuesOf<FormValues>(saleFields, sale),
  iban: '',
  confirmation: sale.confirmation ?? NO_AGREEMENT.confirmation,
  isHomeUse: sale.isHomeUse,
  additionalAddresses: sale.additionalAddresses.map((address) => ({
    ...address,
    eanElectricity: address.eanElectricity ?? '',
    eanGas: address.eanGas ?? '',
  })),
})

/** Returns the form values that differ from the sale, for the request. Skips an empty IBAN or account holder. */
export function changesOf(values: CheckedForm, sale: Sale): Partial<CheckedForm> {
  const confirmation = sale.confirmation && sentOf(sale.confirmation)
  const before = { ...sale, confirmation } as unknown as Record<string, unknown>
  const changed = Object.entries(values).filter(([name, value]) => {
    if (name === 'iban' || name === 'bankAccountHolder') return value !== '' && value !== before[name]
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name])
  })
  return Object.fromEntries(changed)
}

/** Returns the last day of a contract, `yyyy-mm-dd`; empty when its first day or length is unknown. */
export function endOfContract(start: string | null | undefined, length: string): string {
  if (!start || !isLocalDate(start) || !(length in contractYears)) return ''
  return addDays(addMonths(start as LocalDate, 12 * contractYears[length as ContractLength]), -1)
}

const progressLabels = {
  status: saleFields.status.label,
  agentCommission: saleFields.agentCommission.label,
  callerCommission: saleFields.callerCommission.label,
}

/** Returns the fields that differ between two states of a sale, each with its new value, as `Looptijd: 3 jaar`. */
export function findChangedFields(before: Sale, after: Sale): string[] {
  return [
    ...differencesOf(progressLabels, before, after, (name) =>
      name === 'status' ? valueText(name, after.status) : formatMoney(after[name]),
    ),
    ...differencesOf(formLabelsOf(saleFields), comparedOf(before), comparedOf(after), (name) =>
      formatField(name, after),
    ),
  ]
}

/** Returns the form values of a sale, but with its masked IBAN, so that a changed IBAN is noticed. */
const comparedOf = (sale: Sale) => ({ ...valuesOf(sale), iban: sale.iban })

function formatField(name: keyof FormValues, sale: Sale): string {
  if (name === 'agentId') return valueText('agent', sale.agent)
  return name === 'callerId' ? valueText('caller', sale.caller) : valueText(name, sale[name])
}

/** Returns the value of a sale's field as Dutch text for the screen. */
export function valueText(name: keyof typeof saleFields, value: unknown): string {
  if (name === 'additionalAddresses') return addressesText(value)
  if (name === 'confirmation') return confirmationText(value as Partial<Confirmation> | null) ?? 'geen'
  if (name === 'isHomeUse') return homeUseText(value)
  return formatFieldValue(saleFields[name], value)
}

type Confirmation = NonNullable<Sale['confirmation']>

/** Returns the proof of a written yes: `Document: offerte 12 (offerte.pdf)`; null without one. */
export function confirmationText(confirmation: Partial<Confirmation> | null): string | null {
  if (!confirmation?.kind) return null
  const { kind, reference, filename } = confirmation
  const text = [confirmationLabels[kind], reference].filter(Boolean).join(': ')
  return filename ? `${text} (${filename})` : text
}

/** Returns whether the address of a business is a home, in Dutch. */
export const homeUseText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'ja' : 'nee') : 'onbekend'

function addressesText(value: unknown): string {
  const list = Array.isArray(value) ? (value as Partial<Record<string, string>>[]) : []
  if (list.length === 0) return 'geen'
  return list.map(placeText).join('; ')
}
