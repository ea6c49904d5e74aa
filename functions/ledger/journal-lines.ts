import { accountLabels } from '../../shared/ledger/accounts.ts'
import type { PostingRow, TransactionRow } from '../book/service.ts'
import { listAllPartners } from '../invoices/partner-companies.ts'
import { readIssuedDocuments } from '../invoices/registry.ts'
import { readTeamsById } from '../people/service.ts'
import { getRows } from '../platform/data/rows.ts'
import { fullName, type User, Users } from '../platform/identity/user.ts'
import type { JournalPeriod } from './journal.ts'
import { vatSchemeOf } from './vat.ts'

/** A partner or person of a posting, as the accounting knows it. */
export interface Relation {
  readonly id: string
  readonly name: string
  readonly isPartner: boolean
}

/** Posting of the journal with all that an accounting program imports. */
export interface JournalLine {
  /** Number of its transaction, in the order of the dates; 0 for an opening balance. */
  readonly transaction: number
  readonly date: string
  /** Day of the document, or of the bank's booking. */
  readonly valueDate: string
  readonly text: string
  /** Number of the account of the general ledger. */
  readonly number: string
  readonly accountName: string
  /** Signed cents; a debit is above 0. */
  readonly amount: number
  readonly documentNumber: string
  readonly relation: Relation | undefined
  readonly vat: { readonly code: string; readonly rate: number } | undefined
  /** Team that bears the cost. */
  readonly costCentre: string
}

/** Dutch texts of transactions whose own text may name a customer or give a reason, which stay inside. */
const texts: Partial<Record<TransactionRow['kind'], string>> = {
  due: 'Commissie verdiend',
  correction: 'Correctie van commissie',
  reversal: 'Commissie teruggedraaid',
  split: 'Commissie gesplitst',
}

/** Returns the id of a record as the accounting gets it: at most 35 characters. */
export const shortId = (id: string): string => id.replaceAll('-', '').slice(0, 35)

/** Returns the lines of a period of the journal in its order, without opening balances. */
export async function readJournalLines({ transactions, accounts }: JournalPeriod): Promise<JournalLine[]> {
  const [documents, partners, teams, people] = await Promise.all([
    readIssuedDocuments(transactions.flatMap(({ documentId }) => documentId ?? [])),
    listAllPartners().then((all) => new Map(all.map(({ id, name }) => [id, name]))),
    readTeamsById(transactions.flatMap(({ postings }) => postings.flatMap(({ team }) => team ?? []))),
    readPeople(transactions.flatMap(({ userId }) => userId ?? [])),
  ])
  const numbers = new Map(accounts.map(({ account, number }) => [account, number]))
  const relationOf = ({ partnerId, userId }: TransactionRow, { account }: PostingRow): Relation | undefined => {
    const isPerson = account === 'payable' || account === 'payroll' || account === 'own-invoices'
    if (isPerson || partnerId === undefined) {
      return userId === undefined ? undefined : { id: userId, name: nameOf(people.get(userId)), isPartner: false }
    }
    return { id: partnerId, name: partners.get(partnerId) ?? 'Onbekend', isPartner: true }
  }
  return transactions.flatMap((row, index) =>
    row.postings.map((posting): JournalLine => {
      const { account, amount, documentId = row.documentId, team } = posting
      return {
        ...{ transaction: index + 1, date: row.date, valueDate: row.valueDate, text: texts[row.kind] ?? row.text },
        ...{ number: numbers.get(account) ?? '', accountName: accountLabels[account], amount },
        documentNumber: documents.get(documentId ?? '')?.number ?? row.documentNumber ?? '',
        relation: relationOf(row, posting),
        vat: vatOf(row, posting),
        costCentre: team === undefined ? '' : (teams.get(team)?.name ?? ''),
      }
    }),
  )
}

const nameOf = (user: User | undefined) => (user ? fullName(user) : 'Onbekend')

async function readPeople(ids: readonly string[]): Promise<Map<string, User>> {
  const rows = await getRows(
    Users,
    [...new Set(ids)].map((id) => ({ id })),
  )
  return new Map(rows.map((row) => [row.id, row as User]))
}

/** Returns the VAT code of a VAT posting: its scheme, and for the scheme with VAT its rate too. */
function vatOf(row: TransactionRow, posting: PostingRow): JournalLine['vat'] {
  const { account, rate = 0 } = posting
  if (account !== 'vat' && account !== 'vat-owed') return undefined
  const scheme = vatSchemeOf(row, posting)
  return { code: scheme === 'normaal' ? `${scheme}-${rate}` : scheme, rate }
}
