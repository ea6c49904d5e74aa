import { type VatCategory, vatCategoryLabels } from '../../shared/api/schemas/vat.ts'
import { unprocessable } from '../../shared/errors.ts'
import { costAccounts } from '../../shared/ledger/accounts.ts'
import { inEuros } from '../../shared/money.ts'
import { addDays, addToMonth, type Instant, type LocalDate, localDateOf, monthsBetween } from '../../shared/time.ts'
import { readBookkeepingSettings } from '../company/service.ts'
import { auditFile, countFileRequest } from '../export/export-list.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { escapeXml } from '../platform/xml.ts'
import { type JournalPeriod, readJournalPeriod, sidesOf } from './journal.ts'
import { type JournalLine, type Relation, readJournalLines, shortId } from './journal-lines.ts'

/** Namespace of XML Auditfile Financieel 4.0, as its schema has it. */
const NAMESPACE = 'http://www.odb.belastingdienst.nl/Belastingdienst/BCPP/1.1/structures/XmlauditfileXAF_4.0'

/** Name of the file's contents: it is a subledger, not the books of the firm. */
const DESCRIPTION = 'Subadministratie commissies en self-billing'

/**
 * Returns a period of the journal as an XML Auditfile Financieel 4.0, and audits that. Throws 422 without our company's
 * details, and for a file that is too large; 429 after 30 files in five minutes.
 */
export async function exportAuditFile(actor: Caller, query: { readonly period: string }) {
  const permit = authorise(actor, 'self-billing:manage')
  await countFileRequest(actor)
  const [journal, { company }] = await Promise.all([readJournalPeriod(query), readBookkeepingSettings()])
  if (!company) throw unprocessable('Vul eerst de bedrijfsgegevens in bij de instellingen')
  const lines = await readJournalLines(journal)
  const bytes = Buffer.from(buildAuditFile(journal, lines, company))
  await auditFile(permit, 'auditfile', bytes, { filter: query, count: journal.transactions.length })
  return { bytes, contentType: 'application/xml', filename: `auditfile-commissies-${query.period}.xml` }
}

interface Company {
  readonly companyName: string
  readonly address: string
  readonly postalCode: string
  readonly city: string
  readonly kvkNumber: string
  readonly vatNumber: string
}

/** Returns the journal of a period as an XML audit file (XAF). */
function buildAuditFile(journal: JournalPeriod, lines: readonly JournalLine[], company: Company): string {
  const { from, to, accounts } = journal
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<auditfile xmlns="${NAMESPACE}">`,
    part('header', [
      basic('fiscalYear', from.slice(0, 4)),
      ...[basic('startDate', from), basic('endDate', to), basic('curCode', 'EUR')],
      basic('dateCreated', createdOn(journal)),
      ...[basic('softwareDesc', 'Partnerview'), basic('softwareVersion', '1')],
    ]),
    `<company>${[
      basic('Commercenr', company.kvkNumber),
      basic('companyName', company.companyName),
      ...[basic('taxRegistrationCountry', 'NL'), basic('taxRegIdent', company.vatNumber)],
      part('streetAddress', [
        basic('streetname', company.address.slice(0, 100)),
        ...[basic('city', company.city.slice(0, 50)), basic('postalCode', company.postalCode)],
        basic('country', 'NL'),
      ]),
      part('customersSuppliers', relationsOf(lines).map(relationPart)),
      part(
        'generalLedger',
        accounts.map(({ account, name, number, rgs }) =>
          part('ledgerAccount', [
            ...[basic('accID', number), basic('accDesc', name)],
            basic('accTp', account && costAccounts.includes(account) ? 'P' : 'B'),
            ...(rgs === undefined ? [] : [basic('RGScode', rgs)]),
          ]),
        ),
      ),
      part('vatCodes', vatCodesOf(lines)),
      part('periods', monthsBetween(from, to).map(periodPart)),
      openingPart(journal),
      transactionsPart(journal, lines),
    ].join('\n')}</company>`,
    '</auditfile>\n',
  ].join('\n')
}

/** Returns the day of the last posting in a period instead of today, so that the same period gives the same file. */
const createdOn = ({ transactions, to }: JournalPeriod): LocalDate =>
  transactions.length === 0
    ? to
    : localDateOf(transactions.reduce((last, { postedAt }) => (postedAt > last ? postedAt : last), '') as Instant)

const relationsOf = (lines: readonly JournalLine[]) =>
  [...new Map(lines.flatMap(({ relation }) => (relation ? [[relation.id, relation] as const] : []))).values()].toSorted(
    (one, other) => one.id.localeCompare(other.id),
  )

const relationPart = ({ id, name, isPartner }: Relation) =>
  part('customerSupplier', [
    ...[basic('custSupID', shortId(id)), basic('custSupName', name.slice(0, 50))],
    ...(isPartner ? [basic('custSupTp', 'S')] : []),
  ])

const vatCodesOf = (lines: readonly JournalLine[]) =>
  [...new Set(lines.flatMap(({ vat }) => vat?.code ?? []))]
    .sort()
    .map((code) => part('vatCode', [basic('vatID', code), basic('vatDesc', vatCategoryLabels[code as VatCategory])]))

const periodPart = (month: string) =>
  part('period', [
    basic('periodNumber', String(Number(month.slice(5)))),
    basic('startDatePeriod', `${month}-01`),
    basic('endDatePeriod', addDays(`${addToMonth(month, 1)}-01` as LocalDate, -1)),
  ])

/** Returns the elements of a signed amount: the amount without its sign, and its side. */
const sides = (cents: number, name = 'amnt') => [
  basic(name, inEuros(Math.abs(cents)).toFixed(2)),
  basic(`${name}Tp`, cents < 0 ? 'C' : 'D'),
]

function totals(count: number, { debit, credit }: ReturnType<typeof sidesOf>): string[] {
  return [
    basic('linesCount', String(count)),
    basic('totalDebit', inEuros(debit).toFixed(2)),
    basic('totalCredit', inEuros(credit).toFixed(2)),
  ]
}

function openingPart({ accounts }: JournalPeriod): string {
  const opened = accounts.filter(({ opening }) => opening !== 0)
  return part('openingBalance', [
    ...totals(opened.length, sidesOf(opened.map(({ opening: amount }) => ({ amount })))),
    ...opened.map(({ number, opening }, index) =>
      part('obLine', [basic('nr', String(index + 1)), basic('accID', number), ...sides(opening)]),
    ),
  ])
}

function transactionsPart({ transactions }: JournalPeriod, lines: readonly JournalLine[]): string {
  const byTransaction = Map.groupBy(lines, ({ transaction }) => transaction)
  return part('transactions', [
    ...totals(lines.length, sidesOf(lines)),
    part('journal', [
      ...[basic('jrnID', 'COM'), basic('desc', DESCRIPTION), basic('jrnTp', 'M')],
      ...transactions.map(({ date }, index) => transactionPart(index + 1, date, byTransaction.get(index + 1) ?? [])),
    ]),
  ])
}

const transactionPart = (nr: number, date: string, lines: readonly JournalLine[]) =>
  part('transaction', [
    basic('nr', String(nr)),
    basic('desc', lines[0]?.text ?? ''),
    basic('periodNumber', String(Number(date.slice(5, 7)))),
    basic('trDt', date),
    ...lines.map((line, index) => linePart(line, index + 1)),
  ])

function linePart({ number, amount, ...line }: JournalLine, nr: number): string {
  const { relation, vat, documentNumber, costCentre } = line
  return part('trLine', [
    ...[basic('nr', String(nr)), basic('accID', number), basic('docRef', documentNumber || String(line.transaction))],
    basic('effDate', line.valueDate),
    ...sides(amount),
    ...(relation ? [basic('custSupID', shortId(relation.id))] : []),
    ...(documentNumber ? [basic('invRef', documentNumber)] : []),
    ...(costCentre ? [basic('cost', costCentre)] : []),
    ...(vat
      ? [part('vat', [basic('vatID', vat.code), basic('vatPerc', String(vat.rate)), ...sides(amount, 'vatAmnt')])]
      : []),
  ])
}

const part = (name: string, children: readonly string[]) => `<${name}>${children.join('\n')}</${name}>`
const basic = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
