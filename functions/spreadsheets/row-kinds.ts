import type { Header } from './header.ts'

const TOTAL =
  /^((sub|eind|generaal|algemeen)?\s?-?tota(a)?l(en)?|som|aantal|gemiddelde?|grand total|sum|count|average)\b|\s(sub|eind)?totaa?l$/i
const FIGURE = /^[-€\s]*\d[\d.,\s]*[-%]?$/
/** What programs and people write below a list, with a date or without. */
const FOOTER =
  /^((aan|op)?gemaakt|afgedrukt|geprint|gegenereerd|ge[eë]xporteerd|uitgedraaid|opgesteld|(laatst )?(bijgewerkt|gewijzigd|ververst)|(peil|print|export|rapport|uitdraai)datum|datum (export|rapport|uitdraai|overzicht)|stand (per|op)|pagina \d|created|generated|printed|exported|last (updated|modified)|as of)\b|^[\p{L} ]{2,30}:$/iu
/** The same where it also may begin a name: only behind an empty row. */
const FOOTER_BEHIND_GAP = /^(rapport|overzicht|export|lijst|versie|bron|uitdraai|report|source|version)\b/i
const MOST_IN_FOOTER = 3

/** How many rows there are, under any column; no date is as short. */
const COUNT = /^\d{1,4}$/

/** Whether a text stands before totals. */
export const isTotal = (text: string): boolean => TOTAL.test(text)
export const isFigure = (text: string): boolean => FIGURE.test(text)

/** Whether a row fills what only a row of the list does, as its end. */
export const isTelling = <F extends string>(never: readonly F[], { columns }: Header<F>, cells: readonly string[]) =>
  never.some((field) => {
    const cell = cells[columns[field] ?? -1] ?? ''
    return cell !== '' && !COUNT.test(cell)
  })

/** Why a row is none of the list; one that might be is never left out. `isBehindGap` says that an empty row is above it. */
export function whyNoRow<F extends string>(
  never: readonly F[],
  header: Header<F>,
  { cells, isBehindGap }: { readonly cells: readonly string[]; readonly isBehindGap: boolean },
): string | null {
  if (isRepeated(header.texts, cells)) return 'herhaalt de kolomkoppen'
  const filled = cells.filter((cell) => cell !== '')
  const [first = ''] = filled
  const isFooter = FOOTER.test(first) || (isBehindGap && FOOTER_BEHIND_GAP.test(first))
  if (isFooter && filled.length <= MOST_IN_FOOTER) return 'is een voetregel'
  if (isTelling(never, header, cells)) return null
  if (isTotal(first)) return 'is een totaalregel'
  return filled.every(isFigure) ? 'bevat alleen getallen' : null
}

/** Whether a row says what the header says, as at the top of every printed page. */
const isRepeated = (texts: readonly string[], cells: readonly string[]): boolean =>
  cells.every((cell, column) => cell === '' || cell === texts[column]) && cells.some((cell) => cell !== '')
