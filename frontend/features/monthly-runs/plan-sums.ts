import { isReversed } from '../../../shared/api/parts/billing.ts'
import type { PartnerHold, PartnerPreview } from '../../../shared/api/schemas/monthly-runs.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'

/** Adds up one amount (`field`) of the invoices of all `partners`, in euros. */
export const sumPartnerAmounts = (
  partners: readonly PartnerPreview[],
  field: 'amount' | 'vatAmount' | 'totalAmount',
): number => partners.reduce((sum, one) => sum + Math.round(one[field] * 100), 0) / 100

/** Returns the number of invoices that a run would create for partners. */
export const countPlannedInvoices = (partners: readonly PartnerPreview[]): number =>
  partners.reduce((sum, { invoices }) => sum + invoices.length, 0)

const NOTHING: readonly (PartnerHold | null)[] = ['nothing', 'inactive']

/**
 * Divides partners into `ready` to invoice, `held` (something prevents the invoice of their commissions) and `nothing`
 * (inactive or without commissions).
 */
export function groupPartners(partners: readonly PartnerPreview[]) {
  const isNothing = ({ hold, items, waiting }: PartnerPreview) =>
    NOTHING.includes(hold) || (hold !== null && items === 0 && waiting.count === 0)
  return {
    ready: partners.filter(({ hold }) => hold === null),
    held: partners.filter((one) => one.hold !== null && !isNothing(one)),
    nothing: partners.filter(isNothing),
  }
}

const holdTexts: Partial<Record<PartnerHold, string>> = {
  noAgreement: 'Geen overeenkomst',
  noPerson: 'Geen medewerker',
  rival: 'Medewerker heeft twee partners',
  negative: 'Onder nul: telt mee in de volgende run',
}

/**
 * Returns a text for each reason why commissions of a partner must wait. First comes the reason why the partner gets no
 * invoice, then each group of waiting commissions: `2 vragen open · € 90,00`.
 */
export function describeWaits({ hold, waiting, questions, earlier, leftOut }: PartnerPreview): string[] {
  const carried = leftOut.filter(({ kind }) => kind === 'carried')
  const left = carried.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const many = (count: number, one: string, more: string, amount: number) =>
    count === 0 ? [] : [`${count === 1 ? `1 ${one}` : `${formatNumber(count)} ${more}`} · ${formatMoney(amount)}`]
  const held = hold === null ? undefined : holdTexts[hold]
  return [
    ...(held ? [held] : []),
    ...many(waiting.count, 'in afwachting', 'in afwachting', waiting.amount),
    ...many(questions.count, 'vraag open', 'vragen open', questions.amount),
    ...many(earlier.count, 'vóór de overeenkomst', 'vóór de overeenkomst', earlier.amount),
    // What an invoice leaves open of corrections below 0. A partner without an invoice gets only the texts above, which
    // already say why everything waits.
    ...(hold === null && carried.length > 0 ? [`${formatMoney(left)} naar de volgende run`] : []),
  ]
}

/** Formats the VAT of a partner's invoices: an amount, or `verlegd` when the VAT of all lines is reverse-charged. */
export function vatText({ invoices, vatAmount }: PartnerPreview): string {
  const lines = invoices.flatMap((invoice) => invoice.lines)
  const isAllReversed = lines.length > 0 && lines.every(({ vatScheme }) => isReversed(vatScheme))
  return isAllReversed ? 'verlegd' : formatMoney(vatAmount)
}
