import { isEan, isIban, isKvk, normaliseEan, normaliseIban, normaliseKvk } from '../../shared/identifiers.ts'
import type { Cents } from '../../shared/money.ts'
import type { LocalDate } from '../../shared/time.ts'
import {
  type EnergyType,
  isScientific,
  parseCents,
  parseEnergyType,
  parseIsBusiness,
  parseNumber,
} from '../spreadsheets/cell-values.ts'
import { checked, customerFrom, type RowCustomer, refusesCalls } from '../spreadsheets/customer.ts'
import {
  columnOf,
  mend,
  type Problem,
  quoted,
  readingOf,
  refuse,
  textOf,
  type Warning,
  warn,
} from '../spreadsheets/row-reading.ts'
import { formerKeyOf, importKeyOf, isSureEan } from './import-key.ts'
import type { Reading, SheetRow } from './recognise.ts'
import { type Term, type TermFacts, termOf } from './term.ts'

/** A contract as a row of a spreadsheet tells it, before it is stored (spec §3, contracts). */
export type ImportedContract = Term &
  RowCustomer & {
    /** The same for the same contract in another file (rulings 55). */
    importKey: string
    /** Where an older version may have stored it. */
    formerKey: string | null
    /** What the sheet itself says of the term; the rest of it is computed or assumed. */
    facts: TermFacts
    /** The sheet says that the customer is not to be called. */
    doNotCall: boolean
    productName: string | undefined
    metadata: ContractMetadata
    /** Every filled cell under its own header. */
    rawRow: Record<string, string>
  }

/** What the sheet says beyond the contract's own fields. */
export type ContractMetadata = {
  saleId?: string
  contractNumber?: string
  team?: string
  agent?: string
  supplier?: string
  kvkNumber?: string
  contactName?: string
  gender?: string
  energyType?: EnergyType
  /** kWh per year. */
  electricityUsage?: number
  /** m³ per year. */
  gasUsage?: number
  estimatedCosts?: Cents
  eanElectricity?: string
  eanGas?: string
  iban?: string
  accountHolder?: string
  paymentMethod?: string
  isBusiness?: boolean
}

export type RowResult =
  | { ok: true; contract: ImportedContract; warnings: Warning[] }
  | { ok: false; problems: Problem[] }

/**
 * The contract of a row, or what is wrong with it (rulings 53–55). Only a missing customer, dates that cannot be read or
 * computed, an EAN that lost its digits and an overlong cell refuse it; a doubtful e-mail address, IBAN or usage is left
 * out with a warning and stays in rawRow.
 */
export function contractFromRow(row: SheetRow, today: LocalDate): RowResult {
  const reading = readingOf(row)
  const { texts, raw } = reading
  const read = termOf(reading, today)
  const metadata = metadataOf(reading)
  const customer = customerFrom(reading)
  if (!read || reading.problems.length > 0) return { ok: false, problems: reading.problems }
  const { term, facts } = read
  const contract: ImportedContract = {
    importKey: '',
    formerKey: null,
    facts,
    doNotCall: refusesCalls(reading),
    ...customer,
    productName: texts.productName,
    signedDate: term.signedDate,
    durationValue: term.durationValue,
    durationUnit: term.durationUnit,
    expiryDate: term.expiryDate,
    termTold: term.termTold,
    metadata,
    rawRow: raw,
  }
  contract.importKey = importKeyOf(contract)
  contract.formerKey = formerKeyOf(contract)
  return { ok: true, contract, warnings: reading.warnings }
}

function metadataOf(reading: Reading): ContractMetadata {
  const { texts } = reading
  return {
    saleId: texts.saleId,
    contractNumber: texts.contractNumber,
    team: texts.team,
    agent: texts.agent,
    supplier: texts.supplier,
    kvkNumber: checked(reading, 'kvk', (text) => wholeKvk(reading, text), isKvk, 'is geen KvK-nummer van 8 cijfers'),
    contactName: texts.contactName,
    gender: texts.gender,
    energyType: parseEnergyType(textOf(reading, 'energyType')),
    electricityUsage: usageOf(reading, 'electricityUsage'),
    gasUsage: usageOf(reading, 'gasUsage'),
    estimatedCosts: costsOf(reading),
    eanElectricity: eanOf(reading, 'eanElectricity'),
    eanGas: eanOf(reading, 'eanGas'),
    iban: checked(reading, 'iban', normaliseIban, isIban, 'is geen geldig IBAN'),
    accountHolder: texts.accountHolder,
    paymentMethod: texts.paymentMethod,
    isBusiness: parseIsBusiness(textOf(reading, 'isBusiness')),
  }
}

/** A spreadsheet drops the zero with which the oldest numbers begin. */
function wholeKvk(reading: Reading, text: string): string {
  const kvk = normaliseKvk(text)
  if (!/^\d{7}$/.test(kvk)) return kvk
  mend(reading, columnOf(reading, 'kvk'), 'de eerste 0 ontbrak en is aangevuld')
  return `0${kvk}`
}

/** What nobody uses in a year; an EAN in the wrong column is more, and more than the database takes. */
const MOST_USAGE = 1e9

function usageOf(reading: Reading, field: 'electricityUsage' | 'gasUsage'): number | undefined {
  const text = textOf(reading, field)
  if (text === '') return undefined
  const usage = parseNumber(text)
  if (usage !== null && usage >= 0 && usage <= MOST_USAGE) return usage
  warn(reading, columnOf(reading, field), `${quoted(text)} is geen verbruik`)
  return undefined
}

function costsOf(reading: Reading): Cents | undefined {
  const text = textOf(reading, 'estimatedCosts')
  if (text === '') return undefined
  const costs = parseCents(text)
  if (costs === null) warn(reading, columnOf(reading, 'estimatedCosts'), `${quoted(text)} is geen bedrag`)
  return costs ?? undefined
}

/** Digits that scientific notation has lost cannot be found back, and the EAN is what tells contracts apart. */
function eanOf(reading: Reading, field: 'eanElectricity' | 'eanGas'): string | undefined {
  const text = textOf(reading, field)
  if (text === '') return undefined
  const ean = normaliseEan(text)
  const column = columnOf(reading, field)
  if (isSureEan(ean)) return ean
  if (isScientific(ean)) {
    refuse(
      reading,
      column,
      `${quoted(text)} is afgerond door de spreadsheet: maak de kolom op als tekst en vul de EAN opnieuw in`,
    )
  } else {
    const isRounded = isEan(ean)
    warn(
      reading,
      column,
      `${quoted(text)} ${isRounded ? 'is misschien door de spreadsheet afgerond' : 'is geen geldige EAN-code van 18 cijfers'}`,
    )
  }
  return ean
}
