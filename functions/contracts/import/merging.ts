import { isDeepStrictEqual } from 'node:util'
import { hasPhone } from '../../../shared/identifiers.ts'
import { isFullerNumber } from '../../../shared/street.ts'
import { isLocalDate, type LocalDate, monthOf } from '../../../shared/time.ts'
import { buildTracing } from '../../spreadsheets/imports/tracing.ts'
import type { ContractMetadata, ContractRow } from '../entity.ts'
import { isSureEan } from '../reading/import-key.ts'
import type { ImportedContract } from '../reading/rules.ts'
import { mergeTerm, termParts } from '../reading/term.ts'

/** Fields of an imported contract that are not stored, or stored in another form. */
type Apart =
  | 'importKey'
  | 'formerKey'
  | 'names'
  | 'facts'
  | 'doNotCall'
  | 'hasOwnName'
  | 'work'
  | 'rawRow'
  | 'metadata'
  | 'permission'

/**
 * Fields of a stored contract that come from sheets. A field of `ImportedContract` that is neither an attribute of the
 * stored contract nor in `Apart` does not compile.
 */
export type SheetData = Pick<ContractRow, Exclude<keyof ImportedContract, Apart> | 'supplier' | 'expiryMonth'> & {
  rawRow: Record<string, string>
  metadata: ContractMetadata
}

/** Returns the fields of a contract in a sheet as a contract row stores them. */
export function toSheetData(contract: ImportedContract): SheetData {
  const { importKey: _i, formerKey: _o, names: _n, facts: _f, doNotCall: _d, hasOwnName: _c, ...given } = contract
  const { work: _w, permission: _p, metadata, ...fields } = given
  return { ...fields, expiryMonth: monthOf(fields.expiryDate), supplier: metadata.supplier, metadata }
}

/**
 * Returns the fields of a stored contract after an import (rulings 55). Values in the sheet replace stored ones, except
 * empty, assumed and less precise values, and invalid ones in place of valid ones. `doubt` is a Dutch reason when the
 * dates contradict the stored ones.
 */
export function mergeContract(known: ContractRow, contract: ImportedContract): { data: SheetData; doubt?: string } {
  const said = toSheetData(contract)
  const before = known.metadata as ContractMetadata
  const { term, doubt } = mergeTerm(
    { ...known, signedDate: dateOf(known.signedDate), expiryDate: dateOf(known.expiryDate) },
    contract.facts,
  )
  const data: SheetData = {
    ...sheetDataOf(known),
    ...withoutEmpty(said),
    ...term,
    expiryMonth: monthOf(term.expiryDate),
    customerName: contract.hasOwnName ? said.customerName : known.customerName,
    customerPhone: validValue(known.customerPhone, said.customerPhone, hasPhone),
    address: said.address ?? known.address,
    houseNumber: fullerNumber(known.houseNumber, said.houseNumber),
    rawRow: { ...known.rawRow, ...said.rawRow },
    metadata: {
      ...before,
      ...withoutEmpty(said.metadata),
      eanElectricity: validValue(before.eanElectricity, said.metadata.eanElectricity, isSureEan),
      eanGas: validValue(before.eanGas, said.metadata.eanGas, isSureEan),
    },
  }
  return doubt ? { data, doubt: doubt.reason } : { data }
}

/**
 * Returns the fields of a stored contract (`known`), the empty ones filled from an imported row about an older term
 * (`contract`).
 */
export function fillContract(known: ContractRow, contract: ImportedContract): SheetData {
  // `said` is imported and `before` is stored. Stored values come last below, so that they win.
  const [said, before] = [toSheetData(contract), sheetDataOf(known)]
  return {
    ...withoutEmpty(said),
    ...before,
    rawRow: { ...said.rawRow, ...before.rawRow },
    metadata: { ...withoutEmpty(said.metadata), ...before.metadata },
  }
}

/** Tells whether an import leaves the fields of a stored contract unchanged. */
export function isUnchangedBy(known: ContractRow, data: SheetData): boolean {
  const whole = (one: ContractRow) => ({ ...sheetDataOf(one), statedTermParts: statedTermPartsOf(one) })
  return isDeepStrictEqual(whole(known), whole({ ...known, ...data }))
}

const statedTermPartsOf = ({ statedTermParts = [...termParts] }: Pick<SheetData, 'statedTermParts'>) =>
  statedTermParts.toSorted()

/** Returns the fields of a stored contract that come from sheets, without empty ones. */
export function sheetDataOf(row: ContractRow): SheetData {
  const { customerName, customerEmail, customerPhone, companyName, address, houseNumber, postalCode, city } = row
  const { supplier, productName, signedDate, durationValue, durationUnit, expiryDate, expiryMonth } = row
  const { statedTermParts, metadata } = row
  return withoutEmpty({
    ...{ customerName, customerEmail, customerPhone, companyName, address, houseNumber, postalCode, city },
    ...{ supplier, productName, signedDate, durationValue, durationUnit, expiryDate, expiryMonth, statedTermParts },
    rawRow: row.rawRow ?? {},
    metadata: withoutEmpty((metadata ?? {}) as ContractMetadata),
  })
}

/** Returns the new value. Keeps a valid stored value when the new one is invalid, such as a rounded EAN. */
function validValue(known: string | undefined, said: string | undefined, isRight: (text: string) => boolean) {
  if (said === undefined) return known
  return known !== undefined && isRight(known) && !isRight(said) ? known : said
}

/** Returns the new house number; the stored one if that has an addition, as `1 A` and `1a` for `1`. */
function fullerNumber(known: string | undefined, said: string | undefined) {
  return said === undefined || (known !== undefined && isFullerNumber(known, said)) ? known : said
}

function withoutEmpty<T extends object>(data: T): T {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as T
}

function dateOf(text: string): LocalDate {
  if (!isLocalDate(text)) throw new Error(`'${text}' is no date`)
  return text
}

/** Functions that store what uploads did to a contract, and undo it. */
export const contractTracing = buildTracing(sheetDataOf, ['rawRow', 'metadata'])
