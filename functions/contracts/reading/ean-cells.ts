import { isEan, normaliseEan } from '../../../shared/identifiers.ts'
import {
  columnNameOf,
  fieldTextOf,
  quoteCell,
  refuseRow,
  warnOfRow,
} from '../../spreadsheets/recognition/row-reading.ts'
import { isScientific } from '../../spreadsheets/values/cell-values.ts'
import type { ContractMetadata } from '../entity.ts'
import { isSureEan } from './import-key.ts'
import type { Reading } from './recognise.ts'

/** EANs of a cell, by energy; `either` is an EAN for which the cell does not name the energy. */
interface CellEans {
  readonly stroom?: string
  readonly gas?: string
  readonly either?: string
}

/**
 * Returns the EANs of a row by energy. An EAN in a column for both energies is gas when the cell or `isGas` says so.
 */
export function eansIn(reading: Reading, isGas: boolean): Pick<ContractMetadata, 'eanElectricity' | 'eanGas'> {
  const both = eanIn(reading, 'ean')
  const [electricity, gas] = [eanIn(reading, 'eanElectricity'), eanIn(reading, 'eanGas')]
  const first = (...eans: (string | undefined)[]) => eans.find((ean) => ean !== undefined)
  return {
    eanElectricity: first(
      electricity.either,
      electricity.stroom,
      gas.stroom,
      both.stroom,
      isGas ? undefined : both.either,
    ),
    eanGas: first(gas.either, gas.gas, electricity.gas, both.gas, isGas ? both.either : undefined),
  }
}

/** Reads the EANs of a field. Refuses an EAN with lost digits, since it identifies the contract. */
function eanIn(reading: Reading, field: 'ean' | 'eanElectricity' | 'eanGas'): CellEans {
  const text = fieldTextOf(reading, field)
  if (text === '') return {}
  // Fast path for nearly every cell.
  if (text.length === 18 && isSureEan(text)) return { either: text }
  const column = columnNameOf(reading, field)
  const found = [...text.matchAll(LABELLED)].map(([, before = '', ean = '', after = '']) => ({
    ean,
    of: kindOf(before || after),
  }))
  if (found.some(({ ean }) => isRounded(ean)) || isScientific(text)) {
    refuseRow(
      reading,
      column,
      `${quoteCell(text)} is afgerond door de spreadsheet: maak de kolom op als tekst en vul de EAN opnieuw in`,
    )
    return {}
  }
  const [first] = found
  if (found.length > 1) return readSeveralEans(reading, column, found)
  const ean = first?.ean ?? normaliseEan(text)
  if (!isSureEan(ean)) {
    const isDoubtful = isEan(ean)
    warnOfRow(
      reading,
      column,
      `${quoteCell(text)} ${isDoubtful ? 'is misschien door de spreadsheet afgerond' : 'is geen geldige EAN-code van 18 cijfers'}`,
    )
  }
  return { [first?.of ?? 'either']: ean }
}

/**
 * Returns one EAN for electricity and one for gas, if the cell labels exactly these two. Otherwise the EANs stay
 * together as one text, with a warning if they differ.
 */
function readSeveralEans(
  reading: Reading,
  column: string,
  found: readonly { ean: string; of?: 'stroom' | 'gas' | undefined }[],
): CellEans {
  const [stroom, gas] = (['stroom', 'gas'] as const).map((kind) => found.filter(({ of }) => of === kind))
  if (found.length === 2 && stroom?.[0] && gas?.[0]) return { stroom: stroom[0].ean, gas: gas[0].ean }
  const eans = [...new Set(found.map(({ ean }) => ean))]
  if (eans.length > 1) {
    warnOfRow(
      reading,
      column,
      `bevat ${eans.length} EAN-codes; ze zijn samen bewaard. Zet elke EAN in een eigen kolom of rij`,
    )
  }
  return { either: eans.join(' ') }
}

/** Matches eighteen digits with a word before or after them, as in 'gas: 8716…' and '8716… (stroom)'. */
const LABELLED = /(?:\b([a-z]+)\b[\s:.=-]*)?(?<!\d)(\d{18})(?!\d)(?:[.,]0+(?!\d))?(?:\s*\(([a-z]+)\))?/gi

function kindOf(word: string): 'stroom' | 'gas' | undefined {
  if (/^g(as)?$/i.test(word)) return 'gas'
  return /^(e|s|stroom|elek\w*|elec\w*)$/i.test(word) ? 'stroom' : undefined
}

/**
 * Tells whether a spreadsheet rounded an EAN to 15 digits. One in ten rounded EANs has a valid check digit by chance
 * and is not noticed.
 */
const isRounded = (ean: string) => ean.endsWith('000') && !isEan(ean)
