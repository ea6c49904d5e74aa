import { vatSchemeLabels } from '../../../shared/api/parts/billing.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import { type DatedScheme, findFirstDifference, schemeOn } from '../../../shared/invoicing/vat-schemes.ts'
import { addDays, addMonths, dateText, type LocalDate, localDateOf, monthsBetween, now } from '../../../shared/time.ts'
import { condition, type GuardedWrite } from '../../platform/data/commit.ts'
import { readAll } from '../../platform/data/rows.ts'
import type { PartnerRow } from '../partner-entity.ts'
import { type InvoiceRow, Invoices, type LineRow } from './entity.ts'
import { invoicesById } from './records.ts'
import { DAYS_AHEAD, findFirstAgreement, quantityLeft, schemeOf } from './rules.ts'

/** Maximum number of months that a day of supply may be later than the date of its invoice. */
const MONTHS_AHEAD = 12

/** Maximum number of months that are read at the same time. */
const AT_ONCE = 12

/**
 * Maximum number of concepts that one change of schemes may affect. Each concept adds a condition to the transaction of
 * that change, which can have at most 100 conditions and writes.
 */
const MOST_CONCEPTS = 60

/**
 * Throws 422 for a change of a partner's VAT schemes that affects a line of a sent invoice, or more than
 * `MOST_CONCEPTS` concepts. Returns the conditions that affected concepts are unchanged at the moment of writing.
 */
export async function refuseSchemeChange(
  partner: PartnerRow,
  vatSchemes: readonly DatedScheme[],
): Promise<GuardedWrite[]> {
  const since = findFirstDifference(partner.vatSchemes, vatSchemes)
  if (since === undefined) return []
  const invoices = (await invoicesSince(partner, since)).filter(({ status }) => status !== 'cancelled')
  const met = invoices.filter((invoice) => movedLine(invoice, partner.vatSchemes, vatSchemes))
  const sent = met.find(({ sentAt }) => sentAt !== undefined)
  const line = sent && movedLine(sent, partner.vatSchemes, vatSchemes)
  if (sent && line) {
    const day = dateText(line.supplyDate ?? sent.supplyTo)
    const scheme = vatSchemeLabels[line.vatScheme]
    throw unprocessable(
      `Factuur ${sent.invoiceNumber} van werk op ${day} is met regeling ${scheme} verstuurd. Crediteer eerst de factuur.`,
      'vatSchemes',
    )
  }
  if (met.length > MOST_CONCEPTS) {
    throw unprocessable('Verstuur of annuleer eerst de concepten van deze partner', 'vatSchemes')
  }
  return met.map(stillConcept)
}

/**
 * Throws 422 for an invoice with a line whose VAT scheme differs from the partner's present scheme on that day.
 * Corrections and credit notes may differ, as they keep the scheme of what they correct.
 */
export function refuseOtherScheme(
  { vatSchemes }: PartnerRow,
  { lines, supplyTo, type, commissions }: InvoiceRow,
): void {
  if (type === 'credit_note') return
  const at = lines.findIndex((line, index) => {
    const corrects = commissions?.itemIds[index]?.startsWith('correction#') ?? false
    return !corrects && line.vatScheme !== schemeOf(line, { vatSchemes, supplyTo })
  })
  if (at < 0) return
  const what = commissions ? 'Annuleer de factuur en start de maandrun opnieuw.' : 'Bewerk de factuur en sla op.'
  throw unprocessable(`Regel ${at + 1} heeft een andere btw-regeling dan de partner die dag. ${what}`, 'lines')
}

/**
 * Returns the first line that is not credited in full, and whose day of supply gets a new scheme that the line does not
 * have. Undefined without such a line.
 */
const movedLine = (
  { lines, supplyTo }: InvoiceRow,
  was: readonly DatedScheme[],
  is: readonly DatedScheme[],
): LineRow | undefined =>
  lines.find((line) => {
    const day = line.supplyDate ?? supplyTo
    const scheme = schemeOn(is, day)
    return quantityLeft(line) !== 0 && schemeOn(was, day) !== scheme && line.vatScheme !== scheme
  })

/**
 * Returns the invoices of a partner that may contain a supply on a day or later, strongly consistent. Without a day,
 * returns those from the first agreement on.
 */
async function invoicesSince(partner: PartnerRow, since: string | null): Promise<InvoiceRow[]> {
  const agreed = findFirstAgreement(partner)?.date as LocalDate | undefined
  if (agreed === undefined) return []
  const first = since === null ? agreed : addMonths(since as LocalDate, -MONTHS_AHEAD)
  const last = addDays(localDateOf(now()), DAYS_AHEAD)
  const months = last < first ? [] : monthsBetween(first < agreed ? agreed : first, last)
  const ids: string[] = []
  for (let at = 0; at < months.length; at += AT_ONCE) {
    const read = months
      .slice(at, at + AT_ONCE)
      .map((month) => readAll<InvoiceRow>(Invoices.query.byPartner({ partnerCompanyId: partner.id, month }) as never))
    for (const { id, type } of (await Promise.all(read)).flat()) if (type === 'invoice') ids.push(id)
  }
  return [...(await invoicesById(ids)).values()]
}

/** Returns the condition that a concept is unchanged since it was read; it fails with 409. */
const stillConcept = ({ id, version, invoiceNumber }: InvoiceRow): GuardedWrite =>
  condition(
    Invoices.delete({ id }).where((row, { eq }) => eq(row.version, version)),
    () => conflict(`Factuur ${invoiceNumber} is intussen gewijzigd. Probeer het opnieuw.`),
  )
