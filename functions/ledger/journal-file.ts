import type { JournalLayout } from '../../shared/api/schemas/journal.ts'
import { inEuros } from '../../shared/money.ts'
import type { Cell, Column } from '../export/cells.ts'
import { type Exported, exportList } from '../export/export-list.ts'
import type { Caller } from '../platform/actor.ts'
import type { Bounds } from '../records/list.ts'
import { type JournalPeriod, readJournalPeriod } from './journal.ts'
import { type JournalLine, readJournalLines } from './journal-lines.ts'

/** Journal under which an accounting program books the lines: its memorial. */
const DAYBOOK = '90'

const day = (date: string): Cell => ({ date })
const amountOf = (cents: number): Cell => ({ amount: inEuros(cents) })
const side = (cents: number): Cell => (cents > 0 ? amountOf(cents) : '')

/** Returns the number of a transaction as a document of its month, such as `202611-00012`. */
const entryNumber = ({ date, transaction }: JournalLine) =>
  `${date.slice(0, 7).replace('-', '')}-${String(transaction).padStart(5, '0')}`

const year: Column<JournalLine> = { header: 'Boekjaar', value: ({ date }) => ({ count: Number(date.slice(0, 4)) }) }
const month: Column<JournalLine> = { header: 'Periode', value: ({ date }) => ({ count: Number(date.slice(5, 7)) }) }
const vatCode: Column<JournalLine> = { header: 'Btw-code', value: ({ vat }) => vat?.code ?? '' }
const relation: Column<JournalLine> = { header: 'Relatie', value: (line) => line.relation?.name ?? '' }

/** Columns of the files as each program imports them; a program takes the columns by their headers. */
const columnsOf: Record<JournalLayout, readonly Column<JournalLine>[]> = {
  exact: [
    { header: 'Dagboek', value: () => DAYBOOK },
    year,
    month,
    { header: 'Boekstuknummer', value: entryNumber },
    { header: 'Datum', value: ({ date }) => day(date) },
    { header: 'Omschrijving', value: ({ text }) => text },
    { header: 'Grootboekrekening', value: ({ number }) => number },
    relation,
    { header: 'Onze ref.', value: ({ documentNumber }) => documentNumber },
    { header: 'Bedrag', value: ({ amount }) => amountOf(amount) },
    vatCode,
    { header: 'Kostenplaats', value: ({ costCentre }) => costCentre },
  ],
  afas: [
    { header: 'Dagboek', value: () => DAYBOOK },
    year,
    month,
    { header: 'Nummer journaalpost', value: entryNumber },
    { header: 'Datum boeking', value: ({ date }) => day(date) },
    { header: 'Boekstuknummer', value: ({ documentNumber }) => documentNumber },
    { header: 'Kenmerk rekening', value: () => 'Grootboekrekening' },
    { header: 'Rekeningnummer', value: ({ number }) => number },
    { header: 'Omschrijving boeking', value: ({ text }) => text },
    { header: 'Bedrag debet', value: ({ amount }) => side(amount) },
    { header: 'Bedrag credit', value: ({ amount }) => side(-amount) },
    vatCode,
    relation,
    { header: 'Code verbijzonderingsas 1', value: ({ costCentre }) => costCentre },
  ],
  moneybird: [
    { header: 'Referentie', value: entryNumber },
    { header: 'Datum', value: ({ date }) => day(date) },
    { header: 'Grootboekrekening', value: ({ number, accountName }) => `${number} ${accountName}` },
    { header: 'Omschrijving', value: ({ text, documentNumber }) => [text, documentNumber].filter(Boolean).join(' · ') },
    { header: 'Debet', value: ({ amount }) => side(amount) },
    { header: 'Credit', value: ({ amount }) => side(-amount) },
    { header: 'Contact', value: (line) => line.relation?.name ?? '' },
    { header: 'Btw-tarief', value: ({ vat }) => vat?.code ?? '' },
    { header: 'Project', value: ({ costCentre }) => costCentre },
  ],
}

type Wanted = Exported<{ readonly period: string; readonly layout?: JournalLayout | undefined }>

/**
 * Exports a period of the journal as an accounting program imports it: first the opening balance of each account, then
 * each posting. The same period of a month that does not change gives the same file. Throws 422 above the limits of one
 * file, 429 after 30 files in five minutes.
 */
export const exportJournal = (actor: Caller, { layout = 'exact', ...query }: Wanted) =>
  exportList<JournalLine>(
    actor,
    { ...query, layout },
    {
      ...{ action: 'self-billing:manage', entity: 'journal', plural: 'boekingen', sheet: 'Journaal' },
      columns: columnsOf[layout],
      rows: async (bounds) => linesOf(await readJournalPeriod(query), bounds),
    },
  )

async function linesOf(journal: JournalPeriod, { rows: most, tooMany }: Bounds): Promise<JournalLine[]> {
  if (journal.transactions.length > most) throw tooMany('rows')
  const lines = [...openingLines(journal), ...(await readJournalLines(journal))]
  if (lines.length > most) throw tooMany('rows')
  return lines
}

const openingLines = ({ from, accounts }: JournalPeriod): JournalLine[] =>
  accounts
    .filter(({ opening }) => opening !== 0)
    .map(({ number, name, opening }) => ({
      ...{ transaction: 0, date: from, valueDate: from, text: 'Beginbalans', number, accountName: name },
      ...{ amount: opening, documentNumber: '', relation: undefined, vat: undefined, costCentre: '' },
    }))
