import {
  isEan,
  isEmail,
  isIban,
  isKvk,
  isPhone,
  isPostcode,
  normaliseEan,
  normaliseEmail,
  normaliseIban,
  normaliseKvk,
  normalisePhone,
  normalisePostcode,
} from '../../shared/identifiers.ts'
import type { Cents } from '../../shared/money.ts'
import type { LocalDate } from '../../shared/time.ts'
import {
  type DurationUnit,
  type EnergyType,
  isScientific,
  parseCents,
  parseEnergyType,
  parseIsBusiness,
  parseNumber,
} from './cell-values.ts'
import type { SheetRow } from './read.ts'
import { columnLetters, type Field } from './recognise.ts'
import { columnOf, filledOf, type Problem, type Reading, refuse, textOf, warn } from './row-reading.ts'
import { MAX_CELL_CHARACTERS } from './spreadsheet/limits.ts'
import { termOf } from './term.ts'

/** A contract as a row of a spreadsheet tells it, before it is stored (spec §3, contracts). */
export type ImportedContract = {
  /** The same for the same contract in another file (rulings 55). */
  importKey: string
  customerName: string
  companyName?: string
  customerEmail?: string
  customerPhone?: string
  address?: string
  houseNumber?: string
  postalCode?: string
  city?: string
  productName?: string
  signedDate: LocalDate
  durationValue: number
  durationUnit: DurationUnit
  expiryDate: LocalDate
  metadata: ContractMetadata
  /** Every filled cell under its own header. */
  rawRow: Record<string, string>
}

/** What the sheet says beyond the contract's own fields. */
export type ContractMetadata = {
  saleId?: string
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
  | { ok: true; contract: ImportedContract; warnings: Problem[] }
  | { ok: false; problems: Problem[] }

/**
 * The contract of a row, or what is wrong with it (rulings 53–55). Only a missing customer, dates that cannot be read or
 * computed, an EAN that lost its digits and an overlong cell refuse it; a doubtful e-mail address, IBAN or usage is left
 * out with a warning and stays in rawRow.
 */
export function contractFromRow(row: SheetRow, today: LocalDate): RowResult {
  const reading: Reading = { row, problems: [], warnings: [] }
  const rawRow = rawRowOf(reading)
  const term = termOf(reading, today)
  const customerName = customerNameOf(reading)
  const metadata = metadataOf(reading)
  if (!term || reading.problems.length > 0) return { ok: false, problems: reading.problems }
  const location = locationOf(reading)
  const contract: ImportedContract = {
    importKey: importKeyOf(metadata, customerName, location, term.expiryDate),
    customerName,
    companyName: filledOf(reading, 'companyName'),
    customerEmail: checked(reading, 'email', normaliseEmail, isEmail, 'is geen geldig e-mailadres'),
    customerPhone: phoneOf(reading),
    address: location.address,
    houseNumber: location.houseNumber,
    postalCode: location.postalCode,
    city: location.city,
    productName: filledOf(reading, 'productName'),
    signedDate: term.signedDate,
    durationValue: term.durationValue,
    durationUnit: term.durationUnit,
    expiryDate: term.expiryDate,
    metadata,
    rawRow,
  }
  return { ok: true, contract, warnings: reading.warnings }
}

function rawRowOf(reading: Reading): Record<string, string> {
  const { header, cells } = reading.row
  const raw: Record<string, string> = {}
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column] ?? ''
    if (text === '') continue
    const name = header.names[column] ?? `Kolom ${columnLetters(column)}`
    if (text.length > MAX_CELL_CHARACTERS) refuse(reading, name, `de tekst is langer dan ${MAX_CELL_CHARACTERS} tekens`)
    raw[name] = text
  }
  return raw
}

function customerNameOf(reading: Reading): string {
  const parts = [textOf(reading, 'firstName'), textOf(reading, 'namePrefix'), textOf(reading, 'lastName')].filter(
    Boolean,
  )
  const name =
    textOf(reading, 'customerName') ||
    parts.join(' ') ||
    textOf(reading, 'contactName') ||
    textOf(reading, 'companyName')
  if (name === '') refuse(reading, columnOf(reading, 'customerName', 'Klantnaam'), 'de naam van de klant ontbreekt')
  return name
}

type Location = Pick<ImportedContract, 'address' | 'houseNumber' | 'postalCode' | 'city'>

function locationOf(reading: Reading): Location {
  const street = textOf(reading, 'address')
  const number = [textOf(reading, 'houseNumber'), textOf(reading, 'houseNumberAddition')].filter(Boolean).join(' ')
  const isComplete = number === '' || street.endsWith(` ${number}`)
  return {
    address: filled(isComplete ? street : `${street} ${number}`.trim()),
    houseNumber: filled(number || (/\s(\d+\s?-?\s?[a-z0-9]{0,4})$/i.exec(street)?.[1] ?? '')),
    postalCode: postalCodeOf(reading),
    city: filledOf(reading, 'city'),
  }
}

/** A foreign or mistyped postcode is kept as it is, since the contract must be found by it. */
function postalCodeOf(reading: Reading): string | undefined {
  const text = textOf(reading, 'postalCode')
  const postcode = normalisePostcode(text)
  if (text !== '' && !isPostcode(postcode)) {
    warn(reading, columnOf(reading, 'postalCode'), `'${text}' is geen Nederlandse postcode`)
  }
  return filled(postcode)
}

/** A number of another form is kept as it is: it may still be dialled. */
function phoneOf(reading: Reading): string | undefined {
  const text = textOf(reading, 'phone')
  if (text === '') return undefined
  const phone = normalisePhone(text)
  if (!isPhone(phone)) warn(reading, columnOf(reading, 'phone'), `'${text}' is geen telefoonnummer`)
  return phone
}

function metadataOf(reading: Reading): ContractMetadata {
  return {
    saleId: filledOf(reading, 'saleId'),
    team: filledOf(reading, 'team'),
    agent: filledOf(reading, 'agent'),
    supplier: filledOf(reading, 'supplier'),
    kvkNumber: checked(reading, 'kvk', normaliseKvk, isKvk, 'is geen KvK-nummer van 8 cijfers'),
    contactName: filledOf(reading, 'contactName'),
    gender: filledOf(reading, 'gender'),
    energyType: parseEnergyType(textOf(reading, 'energyType')),
    electricityUsage: usageOf(reading, 'electricityUsage'),
    gasUsage: usageOf(reading, 'gasUsage'),
    estimatedCosts: costsOf(reading),
    eanElectricity: eanOf(reading, 'eanElectricity'),
    eanGas: eanOf(reading, 'eanGas'),
    iban: checked(reading, 'iban', normaliseIban, isIban, 'is geen geldig IBAN'),
    accountHolder: filledOf(reading, 'accountHolder'),
    paymentMethod: filledOf(reading, 'paymentMethod'),
    isBusiness: parseIsBusiness(textOf(reading, 'isBusiness')),
  }
}

function usageOf(reading: Reading, field: 'electricityUsage' | 'gasUsage'): number | undefined {
  const text = textOf(reading, field)
  if (text === '') return undefined
  const usage = parseNumber(text)
  if (usage !== null && usage >= 0) return usage
  warn(reading, columnOf(reading, field), `'${text}' is geen verbruik`)
  return undefined
}

function costsOf(reading: Reading): Cents | undefined {
  const text = textOf(reading, 'estimatedCosts')
  if (text === '') return undefined
  const costs = parseCents(text)
  if (costs === null) warn(reading, columnOf(reading, 'estimatedCosts'), `'${text}' is geen bedrag`)
  return costs ?? undefined
}

/** Digits that scientific notation has lost cannot be found back, and the EAN is what tells contracts apart. */
function eanOf(reading: Reading, field: 'eanElectricity' | 'eanGas'): string | undefined {
  const text = textOf(reading, field)
  if (text === '') return undefined
  const ean = normaliseEan(text)
  const column = columnOf(reading, field)
  if (isEan(ean)) return ean
  if (isScientific(ean)) {
    refuse(
      reading,
      column,
      `'${text}' is afgerond door de spreadsheet: maak de kolom op als tekst en vul de EAN opnieuw in`,
    )
  } else {
    warn(reading, column, `'${text}' is geen geldige EAN-code van 18 cijfers`)
  }
  return ean
}

function checked(
  reading: Reading,
  field: Field,
  normalise: (text: string) => string,
  isValid: (text: string) => boolean,
  reason: string,
): string | undefined {
  const text = textOf(reading, field)
  if (text === '') return undefined
  const value = normalise(text)
  if (isValid(value)) return value
  warn(reading, columnOf(reading, field), `'${text}' ${reason}`)
  return undefined
}

/** Sale ID, else the set of EANs, else name + postcode + house number + expiry date (rulings 55). */
function importKeyOf(
  { saleId, eanElectricity = '', eanGas = '' }: ContractMetadata,
  customerName: string,
  { postalCode = '', houseNumber = '' }: Location,
  expiryDate: LocalDate,
): string {
  if (saleId) return `sale:${saleId.toLowerCase()}`
  const eans = new Set(`${eanElectricity} ${eanGas}`.match(/\d{18}/g))
  eans.delete('0'.repeat(18))
  if (eans.size > 0) return `ean:${[...eans].sort().join('+')}`
  return `name:${[customerName, postalCode, houseNumber].map(plain).join(':')}:${expiryDate}`
}

/** Letters and digits only, in lower case and without accents, so that typing differences do not make two contracts. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function filled(text: string): string | undefined {
  return text === '' ? undefined : text
}
