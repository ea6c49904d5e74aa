import { type SalesStatus, salesStatuses, salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { foldText } from '../../../shared/folded.ts'
import { isIban, isKvk, maskIban, normaliseIban, normaliseKvk } from '../../../shared/identifiers.ts'
import { type Cents, wholeCents } from '../../../shared/money.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { notNames, type RowCustomer, readRowCustomer, refusesCalls } from '../../spreadsheets/recognition/customer.ts'
import { type RowPermission, readPermission } from '../../spreadsheets/recognition/permission.ts'
import {
  columnNameOf,
  fieldTextOf,
  type Problem,
  quoteCell,
  readRow,
  readValidCell,
  unitOf,
  type Warning,
  warnOfCorrection,
  warnOfRow,
} from '../../spreadsheets/recognition/row-reading.ts'
import { parseCents, parseEnergyType, parseIsBusiness, parseUsage } from '../../spreadsheets/values/cell-values.ts'
import type { ContractMetadata } from '../entity.ts'
import { eansIn } from './ean-cells.ts'
import { formerKeyOf, importKeyOf, namesOf } from './import-key.ts'
import type { Reading, SheetRow } from './recognise.ts'
import { type Term, type TermFacts, termOf } from './term.ts'

/** A contract in a row of a spreadsheet, before it is stored (spec §3, contracts). */
export type ImportedContract = Term &
  RowCustomer & {
    /** Identity key, the same for the same contract in another file (rulings 55). */
    importKey: string
    /** Key under which an older version of the import may have stored the contract. */
    formerKey: string | null
    /** Names of the contract; whatever shares one of them is the same contract. */
    names: readonly string[]
    /** Parts of the term in the sheet; the others are computed or assumed. */
    facts: TermFacts
    /** Set when the sheet asks not to call the customer. */
    doNotCall: boolean
    /** Consent and legal form of the customer. */
    permission: RowPermission
    productName: string | undefined
    /** Sales status, notes and name of the assignee of a new contract; a known one keeps its own. */
    work: { salesStatus: SalesStatus | undefined; notes: string | undefined; assignedTo: string | undefined }
    metadata: ContractMetadata
    /** Every filled cell under its own header. */
    rawRow: Record<string, string>
  }

export type RowResult =
  | { ok: true; contract: ImportedContract; warnings: Warning[] }
  | { ok: false; problems: Problem[] }

/**
 * Returns the contract of a row with its warnings, or the problems that refuse the row (rulings 53–55). These problems
 * are a missing customer, a term that cannot be read or computed, an EAN with lost digits, and an overlong cell. An
 * invalid e-mail address, IBAN, KvK number, usage or amount is left out with a warning.
 */
export function contractFromRow(row: SheetRow, today: LocalDate): RowResult {
  const reading = readRow(row, notNames)
  const { texts, raw } = reading
  // Our own export says of which values it is not sure; these are assumed again.
  if (foldText(texts.assumed ?? '') === 'looptijd') delete texts.duration
  const read = termOf(reading, today)
  const metadata = metadataOf(reading)
  const customer = readRowCustomer(reading)
  if (!read || reading.problems.length > 0) return { ok: false, problems: reading.problems }
  const { term, facts, signedDate } = read
  const contract: ImportedContract = {
    importKey: '',
    formerKey: null,
    names: [],
    facts,
    doNotCall: refusesCalls(reading),
    permission: readPermission(reading),
    ...customer,
    productName: texts.productName,
    work: { salesStatus: salesStatusIn(reading), notes: notesIn(reading), assignedTo: texts.assignedTo },
    signedDate: term.signedDate,
    durationValue: term.durationValue,
    durationUnit: term.durationUnit,
    expiryDate: term.expiryDate,
    statedTermParts: term.statedTermParts,
    metadata: { ...metadata, signedDate },
    rawRow: raw,
  }
  contract.importKey = importKeyOf({ ...contract, part: row.part })
  contract.names = namesOf({ ...contract, part: row.part })
  contract.formerKey = row.part === 'gas' ? null : formerKeyOf(contract)
  return { ok: true, contract, warnings: reading.warnings }
}

/** Returns the sales status of a cell, by its label or its own name; another text gives a warning. */
function salesStatusIn(reading: Reading): SalesStatus | undefined {
  const text = foldText(fieldTextOf(reading, 'salesStatus'))
  const found = salesStatuses.find((one) => [one, foldText(salesStatusLabels[one])].includes(text))
  if (text !== '' && !found) {
    const known = salesStatuses.map((one) => salesStatusLabels[one]).join(', ')
    warnOfRow(reading, columnNameOf(reading, 'salesStatus'), `is geen van ${known} en is weggelaten`)
  }
  return found
}

/** Maximum length of the notes of a contract, as in its form. */
const MOST_NOTES = 2000

function notesIn(reading: Reading): string | undefined {
  const { notes } = reading.texts
  if (notes === undefined || notes.length <= MOST_NOTES) return notes
  warnOfRow(reading, columnNameOf(reading, 'notes'), `is langer dan ${MOST_NOTES} tekens en is weggelaten`)
  return undefined
}

/** Reads the columns of a row that only contracts have. Leaves out invalid values, with a warning of the row. */
function metadataOf(reading: Reading): ContractMetadata {
  const { texts } = reading
  const energyType = parseEnergyType(reading.row.part ?? fieldTextOf(reading, 'energyType'))
  const isGas = (energyType ?? parseEnergyType(fieldTextOf(reading, 'productName'))) === 'gas'
  return {
    saleId: texts.saleId,
    contractNumber: texts.contractNumber,
    team: texts.team,
    agent: texts.agent,
    supplier: texts.supplier,
    kvkNumber: readValidCell(
      reading,
      'kvk',
      (text) => wholeKvk(reading, text),
      isKvk,
      'is geen KvK-nummer van 8 cijfers',
    ),
    contactName: texts.contactName,
    gender: texts.gender,
    energyType,
    ...usagesOf(reading, isGas),
    estimatedCosts: costsOf(reading),
    ...eansIn(reading, isGas),
    iban: readValidCell(reading, 'iban', normaliseIban, isIban, 'is geen geldig IBAN', maskIban),
    accountHolder: texts.accountHolder,
    paymentMethod: texts.paymentMethod,
    isBusiness: parseIsBusiness(fieldTextOf(reading, 'isBusiness')),
  }
}

/** Restores the leading zero of old KvK numbers, which spreadsheets drop. */
function wholeKvk(reading: Reading, text: string): string {
  const kvk = normaliseKvk(text)
  if (!/^\d{7}$/.test(kvk)) return kvk
  warnOfCorrection(reading, columnNameOf(reading, 'kvk'), 'de eerste 0 ontbrak en is aangevuld')
  return `0${kvk}`
}

/** Usage above which a value is wrong: nobody uses so much in a year, and an EAN in the wrong column is larger. */
const MOST_USAGE = 1e9

/** Returns the usages of a row. A column for both energies is gas when its row or its unit says so. */
function usagesOf(reading: Reading, isGas: boolean): Pick<ContractMetadata, 'electricityUsage' | 'gasUsage'> {
  const either = usageIn(reading, 'usage')
  const isOfGas = either?.of ? either.of === 'gas' : isGas
  return {
    electricityUsage: usageIn(reading, 'electricityUsage')?.amount ?? (isOfGas ? undefined : either?.amount),
    gasUsage: usageIn(reading, 'gasUsage')?.amount ?? (isOfGas ? either?.amount : undefined),
  }
}

const UNITS = { usage: undefined, electricityUsage: 'stroom', gasUsage: 'gas' } as const

function usageIn(reading: Reading, field: keyof typeof UNITS) {
  const text = fieldTextOf(reading, field)
  if (text === '') return undefined
  const usage = parseUsage(text, unitOf(reading, field))
  const isOfOther = usage?.of !== undefined && UNITS[field] !== undefined && usage.of !== UNITS[field]
  if (usage && usage.amount >= 0 && usage.amount <= MOST_USAGE && !isOfOther) {
    warnOfDoubt(reading, field, text, usage.amount)
    return usage
  }
  warnOfRow(reading, columnNameOf(reading, field), `${quoteCell(text)} is geen verbruik`)
  return undefined
}

/**
 * Warns of a number whose comma may separate thousands or decimals: `3,500` among numbers with decimals, and `12,5`
 * among thousands.
 */
function warnOfDoubt(reading: Reading, field: keyof typeof UNITS | 'estimatedCosts', text: string, amount: number) {
  const isDoubtful = unitOf(reading, field).hasThousands ? /,\d{1,2}(?!\d)/ : /^\D*\d{1,3},\d{3}(?![\d,])/
  if (!isDoubtful.test(text)) return
  const read = amount.toLocaleString('nl-NL')
  warnOfRow(
    reading,
    columnNameOf(reading, field),
    `${quoteCell(text)} is gelezen als ${read}. Klopt dat niet? Pas de cel aan.`,
  )
}

function costsOf(reading: Reading): Cents | undefined {
  const text = fieldTextOf(reading, 'estimatedCosts')
  if (text === '') return undefined
  const { factor, hasThousands } = unitOf(reading, 'estimatedCosts')
  const costs = (parseCents(text, hasThousands) ?? Number.NaN) * factor
  if (Number.isSafeInteger(costs)) {
    warnOfDoubt(reading, 'estimatedCosts', text, costs / 100)
    return wholeCents(costs)
  }
  warnOfRow(reading, columnNameOf(reading, 'estimatedCosts'), `${quoteCell(text)} is geen bedrag`)
  return undefined
}
