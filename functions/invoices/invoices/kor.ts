import { editConflict, unprocessable } from '../../../shared/errors.ts'
import { findKorBreach, hasKorIn } from '../../../shared/invoicing/kor.ts'
import { KOR_LIMIT } from '../../../shared/invoicing/kor-limits.ts'
import { cents, inEuros, moneyText, wholeCents } from '../../../shared/money.ts'
import { dateText } from '../../../shared/time.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import { readAll } from '../../platform/data/rows.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { type InvoiceRow, Invoices } from './entity.ts'
import { invoicesById, partnerOf, requireUnchangedPartner } from './records.ts'
import { isPosted } from './rules.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Reads the issued invoices and credit notes of a partner that are dated in a year, strongly consistent. */
async function readIssuedIn(year: string, partnerCompanyId: string): Promise<InvoiceRow[]> {
  const months = await Promise.all(
    MONTHS.map((month) =>
      readAll<InvoiceRow>(Invoices.query.byPartner({ partnerCompanyId, month: `${year}-${month}` }) as never),
    ),
  )
  return [...(await invoicesById(months.flat().map(({ id }) => id))).values()].filter(isPosted)
}

/**
 * Returns the turnover of a partner in years with the KOR: issued invoices less credit notes by invoice date, in euros
 * without VAT. Leaves out years without the KOR.
 */
export async function readKorTurnovers({ id, vatSchemes }: PartnerRow, years: readonly string[]) {
  const withKor = years.filter((year) => hasKorIn(vatSchemes, year))
  return Promise.all(
    withKor.map(async (year) => {
      const issued = await readIssuedIn(year, id)
      return { year, amount: inEuros(issued.reduce((sum, { amount }) => sum + amount, 0)) }
    }),
  )
}

/**
 * Returns the conditions on the partner of a document that is being issued: the partner is unchanged, and for an invoice
 * under the KOR none of its other invoices was issued meanwhile. Throws 422 for an invoice that takes the turnover of
 * its year above the limit of the KOR, with the day from which the partner charges VAT.
 */
export async function requireIssuable(row: InvoiceRow): Promise<GuardedWrite[]> {
  const isUnderKor = row.type === 'invoice' && row.lines.some(({ vatScheme }) => vatScheme === 'kor')
  const partner = isUnderKor ? await partnerOf(row) : null
  if (!partner) return requireUnchangedPartner(row)
  const year = row.invoiceDate.slice(0, 4)
  const issued = await readIssuedIn(year, partner.id)
  const breach = findKorBreach(issued.flatMap(suppliesOf), suppliesOf(row))
  if (breach) {
    throw unprocessable(
      `Met deze factuur komt ${partner.name} in ${year} op ${moneyText(wholeCents(breach.turnover))}. De KOR stopt boven ${moneyText(cents(KOR_LIMIT))}. Zet bij de partner de btw-regeling vanaf ${dateText(breach.day)} op Normaal.`,
      'lines',
    )
  }
  const { korInvoiceCount: count } = partner
  const counted = Partners.patch({ id: partner.id })
    .add({ korInvoiceCount: 1 })
    .where(
      ({ version, korInvoiceCount }, { eq, notExists }) =>
        `${eq(version, partner.version)} AND ${count === undefined ? notExists(korInvoiceCount) : eq(korInvoiceCount, count)}`,
    )
  return [{ write: counted, onFailure: () => editConflict('deze partner') }]
}

const suppliesOf = ({ lines, supplyTo }: InvoiceRow) =>
  lines.map(({ supplyDate: day = supplyTo, totalPrice: amount, vatScheme }) => ({
    ...{ day, amount, isUnderKor: vatScheme === 'kor' },
  }))
