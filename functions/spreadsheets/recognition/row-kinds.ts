import { parseDate } from '../values/cell-values.ts'
import type { Header } from './header.ts'

const TOTAL =
  /^((sub|eind|generaal|algemeen)?\s?-?tota(a)?l(en)?|som|aantal|gemiddelde?|grand total|sum|count|average)\b|\s(sub|eind)?totaa?l$/i
const FIGURE = /^[-€\s]*\d[\d.,\s]*[-%]?$/
/** Matches a footer below a list, with a date or without. */
const FOOTER =
  /^((aan|op)?gemaakt|afgedrukt|geprint|gegenereerd|ge[eë]xporteerd|uitgedraaid|opgesteld|laatste (update|wijziging|export)|(laatst )?(bijgewerkt|gewijzigd|ververst)|(peil|print|export|rapport|uitdraai)datum|datum (export|rapport|uitdraai|overzicht)|stand (per|op)|pagina \d|created|generated|printed|exported|last (updated|modified)|as of)\b|^[\p{L} ]{2,30}:$/iu
/** Matches the whole label of a total, with what it counts. A row with it is a total even when it has a date. */
const TOTAL_ALONE =
  /^((sub|eind|generaal|algemeen)?\s?-?tota(a)?l(en)?|som|aantal|gemiddelde?|grand total|sum|count|average)(\s+(aantal|van|per|alle))*(\s+(contracten|klanten|relaties|leads|regels|rijen|records|looptijd|verbruik|kosten|bedrag|prijs|maand|maanden|jaar|kwh|m3|\(\d+\)|\d+))*\s*(:.*)?$/i
/** Matches a label with a colon below a list, and what it says. */
const LABELLED_FOOTER = /^(rapport|overzicht|export|lijst|versie|bron|uitdraai|report|source|version|datum|date)\s*:/i
/** Matches the first cell of a row that shows how to fill in the columns, or such a notation of dates as dd-mm-jjjj. */
const SAMPLE = /^(voorbeeld(rij|regel)?|example|sample)( row)?\s*(:.*)?$|^(bijv|e\.g)\.\s/i
const NOTATION = /^d{1,2}[-/. ]m{1,2}[-/. ][jy]{2,4}$|^m{1,2}[-/. ]d{1,2}[-/. ][jy]{2,4}$|^[jy]{4}-mm-dd$/i
/** Matches a text that is a footer after an empty row; elsewhere it may be a name. */
const FOOTER_BEHIND_GAP = /^(rapport|overzicht|export|lijst|versie|bron|uitdraai|report|source|version)\b/i
const MOST_IN_FOOTER = 3

/** Matches a number of up to four digits: below a column it may be the number of its rows. No date is that short. */
const COUNT = /^\d{1,4}$/

/** Tells whether a text begins or ends as the label of a total, such as 'Subtotaal'. */
export const isTotal = (text: string): boolean => TOTAL.test(text)
/** Tells whether a text is only a number, an amount or a percentage. */
export const isFigure = (text: string): boolean => FIGURE.test(text)

/**
 * Tells whether a row has a value in a field that totals never fill (`notInTotals`), such as an end date. Does not
 * count numbers of up to four digits, which may be a number of rows.
 */
export const isSurelyRecord = <F extends string>(
  notInTotals: readonly F[],
  { columns }: Header<F>,
  cells: readonly string[],
) =>
  notInTotals.some((field) => {
    const cell = cells[columns[field] ?? -1] ?? ''
    return cell !== '' && !COUNT.test(cell)
  })

/**
 * Returns the Dutch reason why a row is not part of the list, or null; a doubtful row is never left out. `notInTotals`
 * are the fields that a row of totals leaves empty; `isBehindGap` tells that an empty row precedes the row.
 */
export function whyNoRow<F extends string>(
  notInTotals: readonly F[],
  header: Header<F>,
  { cells, isBehindGap }: { readonly cells: readonly string[]; readonly isBehindGap: boolean },
): string | null {
  if (isRepeated(header.texts, cells)) return 'herhaalt de kolomkoppen'
  const filled = cells.filter((cell) => cell !== '')
  const [first = ''] = filled
  const isNotation = notInTotals.some((field) => NOTATION.test(cells[header.columns[field] ?? -1] ?? ''))
  if (isNotation || SAMPLE.test(first)) return 'is een voorbeeldregel'
  const isFooter = FOOTER.test(first) || LABELLED_FOOTER.test(first) || (isBehindGap && FOOTER_BEHIND_GAP.test(first))
  if (isFooter && filled.length <= MOST_IN_FOOTER) return 'is een voetregel'
  if (TOTAL_ALONE.test(first) && filled.slice(1).every((cell) => isFigure(cell) || parseDate(cell) !== null)) {
    return 'is een totaalregel'
  }
  if (isSurelyRecord(notInTotals, header, cells)) return null
  if (isTotal(first)) return 'is een totaalregel'
  return filled.every(isFigure) ? 'bevat alleen getallen' : null
}

/** Tells whether a row repeats the header, as at the top of every printed page. */
const isRepeated = (texts: readonly string[], cells: readonly string[]): boolean =>
  cells.every((cell, column) => cell === '' || cell === texts[column]) && cells.some((cell) => cell !== '')
