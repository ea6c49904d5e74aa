import { foldText } from '../../../shared/folded.ts'
import { legalFormLabels } from '../../../shared/numbers/legal-form-labels.ts'
import { legalFormOfName } from '../../../shared/numbers/legal-form-of-name.ts'
import { type LegalForm, legalForms } from '../../../shared/numbers/legal-forms.ts'
import { isCallStateText } from '../../../shared/numbers/state-texts.ts'
import { isRefusal } from '../../../shared/refusal.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { parseDate, parseYesNo } from '../values/cell-values.ts'
import type { CustomerField } from './customer.ts'
import { columnNameOf, fieldTextOf, quoteCell, type Reading, warnOfRow } from './row-reading.ts'

/** Consent in a row: how and when the customer gave it, with its words and proof where the sheet has these. */
export interface RowConsent {
  readonly source: string
  readonly date: LocalDate
  readonly text?: string | undefined
  readonly proof?: string | undefined
}

/** Consent and legal form in a row. */
export interface RowPermission {
  readonly consent?: RowConsent | undefined
  readonly legalForm?: LegalForm | undefined
  /** True for a row of our own export, whose consent stands with its number already, or was taken away since. */
  readonly isOwnExport: boolean
}

/** Maximum length of the words of a consent and of its proof, as in its form. */
const MOST = { consentText: 2000, consentProof: 500 } as const

/**
 * Returns the consent and the legal form of a row (market 67f). A consent needs its day, and how it was given or its
 * words; 'nee' is none.
 */
export function readPermission<F extends string>(reading: Reading<F | CustomerField>): RowPermission {
  const isOwnExport = isCallStateText(fieldTextOf(reading, 'callState'))
  return { consent: consentIn(reading), legalForm: legalFormIn(reading), isOwnExport }
}

function consentIn<F extends string>(reading: Reading<F | CustomerField>): RowConsent | undefined {
  const said = fieldTextOf(reading, 'consentSource').replaceAll(/\s+/g, ' ')
  const way = fieldTextOf(reading, 'consentWay').replaceAll(/\s+/g, ' ')
  const date = dateIn(reading)
  const text = ofLength(reading, 'consentText')
  const proof = ofLength(reading, 'consentProof')
  if (isRefusal(said) || isRefusal(text ?? '')) return undefined
  const source = way && (said === '' || parseYesNo(said)) ? way : said || (text ? 'Import' : '')
  if (source === '') return undefined
  if (date) return { source, date, text, proof }
  const column = said === '' ? 'consentWay' : 'consentSource'
  warnOfRow(reading, columnNameOf(reading, column), 'is weggelaten, omdat er geen datum bij staat')
  return undefined
}

function dateIn<F extends string>(reading: Reading<F | CustomerField>): LocalDate | undefined {
  const text = fieldTextOf(reading, 'consentDate')
  const date = text === '' ? undefined : (parseDate(text, reading.row.header.dates) ?? undefined)
  if (text !== '' && !date) {
    warnOfRow(reading, columnNameOf(reading, 'consentDate'), `${quoteCell(text)} is geen geldige datum`)
  }
  return date
}

/** Returns a text of normal length; leaves out a longer one with a warning, as a part of it proves nothing. */
function ofLength<F extends string>(reading: Reading<F | CustomerField>, field: keyof typeof MOST) {
  const text = fieldTextOf(reading, field)
  if (text.length <= MOST[field]) return text || undefined
  const reason = `${quoteCell(text)} is langer dan ${MOST[field]} tekens en is weggelaten`
  warnOfRow(reading, columnNameOf(reading, field), reason)
  return undefined
}

function legalFormIn<F extends string>(reading: Reading<F | CustomerField>): LegalForm | undefined {
  const text = fieldTextOf(reading, 'legalForm')
  if (text === '') return undefined
  const plain = foldText(text).replaceAll('.', '')
  const isNamed = (form: LegalForm) =>
    form === plain ||
    foldText(legalFormLabels[form])
      .split(' (')
      .some((part) => part.replace(')', '') === plain)
  const form = legalForms.find(isNamed) ?? legalFormOfName(text)
  if (!form) warnOfRow(reading, columnNameOf(reading, 'legalForm'), `${quoteCell(text)} is geen bekende rechtsvorm`)
  return form
}
