import { SaxesParser } from 'saxes'
import { unprocessable } from '../../../shared/errors.ts'
import { cents } from '../../../shared/money.ts'
import { isLocalDate, type LocalDate } from '../../../shared/time.ts'
import { type AccountStatement, addBalances, type Balances, type Booking } from './booking.ts'

/** An XML element with its children and text. */
interface Element {
  readonly name: string
  readonly children: Element[]
  text: string
  /** Currency, for an element with an amount. */
  readonly currency: string | undefined
}

const MAX_DEPTH = 40
/** Maximum number of characters of an invalid amount that an error message quotes. */
const QUOTED = 40

/**
 * Reads the booked entries in euros of a bank statement in XML (ISO 20022 CAMT.053, any version). Skips entries that
 * the bank only expects (`Sts` other than BOOK). Throws 422 for another kind of file, XML that is not well-formed or
 * too deep, and an amount that is no strict decimal. Also throws 422 for a DOCTYPE, by which XML can make its reader
 * open other files.
 */
export function readCamt(xml: string): AccountStatement[] {
  const document = treeOf(xml)
  const statements = within(document, 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw unprocessable('Dit XML-bestand is geen rekeningafschrift (CAMT.053)', 'file')
  return statements.map((statement) => {
    const account = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id')
    const bookings = within(statement, 'Ntry')
      .flatMap(bookingsOf)
      .map((one) => ({ ...one, account }))
    const balances = balancesOf(statement)
    return { account, balances, date: openedOn(statement), bookings: addBalances(bookings, balances) }
  })
}

const OPENING = ['OPBD', 'PRCD']

/** Finds the balance of a statement with one of these codes. */
const balanceWith = (statement: Element, codes: readonly string[]) =>
  within(statement, 'Bal').find((one) => codes.includes(textAt(one, 'Tp', 'CdOrPrtry', 'Cd') ?? ''))

/** Reads the day of the opening balance; undefined where it is missing. */
function openedOn(statement: Element): LocalDate | undefined {
  const found = balanceWith(statement, OPENING)
  const date = found && (textAt(found, 'Dt', 'Dt') ?? textAt(found, 'Dt', 'DtTm')?.slice(0, 10))
  return date !== undefined && isLocalDate(date) ? date : undefined
}

/** Reads the balances before and after a statement; null where one of them is missing or not in euros. */
function balancesOf(statement: Element): Balances | null {
  const balanceOf = (codes: readonly string[]) => {
    const found = balanceWith(statement, codes)
    const [amount] = found ? within(found, 'Amt') : []
    if (!found || !amount || !decimal.test(amount.text) || (amount.currency ?? 'EUR') !== 'EUR') return null
    return textAt(found, 'CdtDbtInd') === 'DBIT' ? -cents(Number(amount.text)) : cents(Number(amount.text))
  }
  const [opening, closing] = [balanceOf(OPENING), balanceOf(['CLBD'])]
  return opening === null || closing === null ? null : { opening, closing }
}

/** Reads XML into a tree of elements. Throws 422 as `readCamt` says. */
function treeOf(xml: string): Element {
  const root: Element = { name: '', children: [], text: '', currency: undefined }
  const path = [root]
  const parser = new SaxesParser({ xmlns: false })
  const refuse = () => {
    throw unprocessable('Dit XML-bestand kan niet worden gelezen', 'file')
  }
  parser.on('doctype', refuse)
  parser.on('error', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length > MAX_DEPTH) refuse()
    const element: Element = {
      name: name.slice(name.indexOf(':') + 1),
      children: [],
      text: '',
      currency: attributes['Ccy'],
    }
    path.at(-1)?.children.push(element)
    path.push(element)
  })
  parser.on('closetag', () => {
    path.pop()
  })
  const add = (text: string) => {
    const last = path.at(-1)
    if (last) last.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(xml).close()
  return root.children[0] ?? root
}

/** Returns the elements at the end of a path below an element. */
const within = (element: Element, ...path: string[]): Element[] =>
  path.reduce((found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)), [element])

const textAt = (element: Element, ...path: string[]): string | undefined =>
  within(element, ...path)[0]?.text.trim() || undefined

/** A booking without our account, which the surrounding statement names. */
type BookingWithoutAccount = Omit<Booking, 'account'>

const BOOKED = 'BOOK'

/**
 * Returns the bookings of an entry: one for each of its transactions when all of them have an amount, otherwise one for
 * the whole entry. Empty for an entry that is not booked.
 */
function bookingsOf(entry: Element): BookingWithoutAccount[] {
  const date = dateOf(entry)
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? BOOKED
  const side = textAt(entry, 'CdtDbtInd')
  if ((side !== 'CRDT' && side !== 'DBIT') || status !== BOOKED || date === null) return []
  // A reversal of incoming money is no payment of ours.
  const isReversal = side === 'DBIT' && textAt(entry, 'RvslInd') === 'true'
  const direction = side === 'CRDT' ? ('in' as const) : ('out' as const)
  const details = within(entry, 'NtryDtls', 'TxDtls')
  const batch = textAt(entry, 'NtryDtls', 'Btch', 'PmtInfId') ?? textAt(entry, 'NtryDtls', 'Btch', 'MsgId')
  const common = { direction, ...(isReversal && { isReversal }), date, batch }
  if (details.length === 0) return toBookings(entry, entry, common)
  if (details.length === 1 && details[0]) return toBookings(entry, details[0], common)
  const each = details.flatMap((detail) => toBookings(detail, detail, { ...common, batch: undefined }))
  return each.length === details.length ? each : toBookings(entry, entry, common)
}

type Common = Pick<Booking, 'direction' | 'isReversal' | 'date' | 'batch'>

/**
 * Returns the booking with its amount from one element and its texts from another; empty for 0 and for no amount in
 * euros.
 */
function toBookings(amountElement: Element, details: Element, common: Common): BookingWithoutAccount[] {
  const amount = amountOf(amountElement)
  if (amount === null) return []
  const party = within(details, 'RltdPties')[0] ?? details
  const texts = [
    ...within(details, 'RmtInf', 'Ustrd'),
    ...within(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...within(details, 'AddtlTxInf'),
    ...within(details, 'AddtlNtryInf'),
  ]
  const reference = textAt(details, 'Refs', 'EndToEndId')
  const [role, account] = common.direction === 'in' ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  return [
    {
      ...common,
      amount,
      iban: textAt(party, account, 'Id', 'IBAN') ?? textAt(party, 'CdtrAcct', 'Id', 'IBAN'),
      counterparty: textAt(party, role, 'Nm') ?? textAt(party, role, 'Pty', 'Nm'),
      reference: reference === 'NOTPROVIDED' ? undefined : reference,
      bankReference: textAt(details, 'Refs', 'AcctSvcrRef') ?? textAt(amountElement, 'AcctSvcrRef'),
      batch: common.batch ?? textAt(details, 'Refs', 'PmtInfId'),
      text: texts.map(({ text }) => text.trim()).join(' '),
    },
  ]
}

function dateOf(entry: Element) {
  const date = (
    textAt(entry, 'BookgDt', 'Dt') ??
    textAt(entry, 'BookgDt', 'DtTm') ??
    textAt(entry, 'ValDt', 'Dt') ??
    ''
  ).slice(0, 10)
  return isLocalDate(date) ? date : null
}

/** Pattern of amounts in euros: digits, which some banks pad with zeros, and at most two decimals after a point. */
const decimal = /^0*\d{1,13}(\.\d{1,2})?$/

/**
 * Reads an amount in cents; null for zero, no amount or another currency. Throws 422 for text that is no strict
 * decimal.
 */
function amountOf(element: Element): number | null {
  const [amount] = [['Amt'], ['AmtDtls', 'TxAmt', 'Amt'], ['AmtDtls', 'InstdAmt', 'Amt']].flatMap((path) =>
    within(element, ...path),
  )
  if (amount === undefined || (amount.currency ?? 'EUR') !== 'EUR') return null
  if (!decimal.test(amount.text)) {
    throw unprocessable(
      `Het bedrag '${amount.text.slice(0, QUOTED)}' klopt niet: een bedrag is bijvoorbeeld 1115.01. Download het afschrift opnieuw.`,
      'file',
    )
  }
  return cents(Number(amount.text)) || null
}
