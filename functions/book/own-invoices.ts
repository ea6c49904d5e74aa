import { conflict, unprocessable } from '../../shared/errors.ts'
import { type Cents, moneyText, vatRateOf, wholeCents } from '../../shared/money.ts'
import { dateText, type LocalDate } from '../../shared/time.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { getRows } from '../platform/data/rows.ts'
import { defineEntity, must, number, primary, text } from '../platform/data/table.ts'
import type { PostingRow } from './entity.ts'

/**
 * Invoices that zzp'ers send us, each with the day on which it was first booked and what it settled so far. One invoice
 * may settle several commissions, up to its amount. A number without an amount settles on one day.
 *
 * | Read                   | Index   | Key            |
 * | a person's number     | primary | userId, number |
 */
const OwnInvoices = defineEntity('owninvoice', {
  attributes: {
    userId: must,
    number: must,
    date: must,
    invoiceDate: text,
    /** Cents before VAT; below 0 for a credit invoice. */
    amount: { type: 'number' },
    vat: { type: 'number' },
    settled: number,
  },
  indexes: { primary: primary('ledger#own-invoice#${userId}#${number}', 'ledger') },
})

/** Day and sums of a zzp'er's invoice, in cents before VAT; those of a credit invoice are below 0. */
interface OwnSums {
  readonly date: string
  readonly amount: Cents
  readonly vat: Cents
}

/** Invoice of a zzp'er. */
export interface OwnInvoice {
  readonly number: string
  /** Absent where only the number is known; then the invoice settles items on one day. */
  readonly sums?: OwnSums | undefined
}

const plainNumber = (shown: string) => shown.normalize('NFC').toLowerCase()

/** Part of an own invoice that a settlement takes: the write that records it, its share of the VAT, and words about it. */
interface Taken {
  readonly write: GuardedWrite
  /** VAT posting of the settlement; empty for an invoice without VAT. */
  readonly postings: PostingRow[]
  /** Dutch text: number, day, and how much of the invoice is settled while some of it is left. */
  readonly text: string
}

/**
 * Takes `sum` cents of a zzp'er's invoice for a settlement on the day `today`. Throws 409 for a number that was recorded
 * with another day or amount, 422 above what is left of the invoice and for a day to come. The write fails with 409
 * when another settlement takes of it meanwhile.
 */
export async function takeOfInvoice(
  userId: string,
  { number: shown, sums }: OwnInvoice,
  sum: number,
  today: LocalDate,
): Promise<Taken> {
  const number = plainNumber(shown)
  if (!sums) return { write: recordNumber({ userId, number, date: today }, shown), postings: [], text: shown }
  const { date: invoiceDate, amount, vat } = sums
  if (invoiceDate > today) throw unprocessable('De factuurdatum ligt in de toekomst', 'ownInvoiceSums.date')
  const [stored] = await getRows(OwnInvoices, [{ userId, number }])
  if (stored && (stored.amount !== amount || stored.vat !== vat || stored.invoiceDate !== invoiceDate)) {
    throw recordedOtherwise(shown, stored.amount, stored.vat)
  }
  const before = stored?.settled ?? 0
  const settled = before + sum
  if (Math.abs(settled) > Math.abs(amount)) throw tooMuch(shown, amount - before, sum)
  const row = { userId, number, date: stored?.date ?? today, invoiceDate, amount, vat, settled }
  const write = OwnInvoices.put(row).where((now, { eq, notExists }) =>
    stored ? eq(now.settled, before) : notExists(now.date),
  )
  const rest = settled === amount ? '' : `, ${euroText(settled)} van ${euroText(amount)}`
  return {
    write: { write, onFailure: () => conflict(`Factuur ${shown} is intussen geboekt. Probeer het opnieuw.`) },
    postings: vat === 0 || sum === 0 ? [] : [vatPosting(sums, before, settled)],
    text: `${shown} van ${dateText(invoiceDate)}${rest}`,
  }
}

/** Returns those of a person's invoice numbers that were recorded without an amount, so that their VAT is unknown. */
export async function listWithoutSums(userId: string, numbers: readonly string[]): Promise<string[]> {
  const shown = new Map(numbers.map((number) => [plainNumber(number), number]))
  const stored = await getRows(
    OwnInvoices,
    [...shown.keys()].map((number) => ({ userId, number })),
  )
  return stored.flatMap(({ number, amount }) => (amount === undefined ? (shown.get(number) ?? []) : []))
}

/** Returns the VAT of what is settled of an invoice from `before` to `settled` cents; the last part takes the rest. */
function vatPosting({ amount, vat }: OwnSums, before: number, settled: number): PostingRow {
  const vatOf = (part: number) => Math.round((vat * part) / amount)
  const rate = vatRateOf(amount, vat) ?? undefined
  return { account: 'vat', amount: vatOf(settled) - vatOf(before) + 0, base: settled - before, rate, scheme: 'normaal' }
}

/** Returns the write that records a number alone; 409 when it was recorded on another day, or with an amount. */
function recordNumber(row: { userId: string; number: string; date: string }, shown: string): GuardedWrite {
  const write = OwnInvoices.put({ ...row, settled: 0 }).where(
    (stored, { eq, notExists }) =>
      `${notExists(stored.date)} OR (${eq(stored.date, row.date)} AND ${notExists(stored.amount)})`,
  )
  const text = `Factuur ${shown} is op een andere dag al geboekt. Controleer het nummer.`
  return { write, onFailure: () => conflict(text, 'ownInvoiceNumber') }
}

const euroText = (amount: number) => moneyText(wholeCents(Math.abs(amount)))

function recordedOtherwise(shown: string, amount: number | undefined, vat: number | undefined) {
  const sums = amount === undefined ? '' : `: ${euroText(amount)} met ${euroText(vat ?? 0)} btw`
  const text = `Factuur ${shown} is al geboekt${sums}. Controleer nummer, datum en bedrag.`
  return conflict(text, 'ownInvoiceNumber')
}

const tooMuch = (shown: string, left: number, sum: number) =>
  unprocessable(`Op factuur ${shown} is ${euroText(left)} te boeken. Dit is ${euroText(sum)}.`, 'ownInvoiceSums.amount')
