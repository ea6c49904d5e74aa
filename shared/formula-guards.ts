/** Characters that start a formula in a spreadsheet program, full-width ones included. */
const SIGNS = '=+\\-@＝＋－＠'

/** Matches a cell that would be a formula; blanks before the sign are ignored. */
const formula = new RegExp(`^[\\t\\r\\n]|^[\\s"]*[${SIGNS}]`)

/** Matches a formula within a cell, for programs that split at another separator. */
const formulaWithin = new RegExp(`([;,\\t\\r\\n])(?=(?:(?![\\t\\r\\n])[\\s"])*[${SIGNS}])`, 'g')

/** Returns a text with an apostrophe before whatever a spreadsheet program could read as a formula. */
export function guardFormulas(text: string): string {
  const within = text.replaceAll(formulaWithin, "$1'")
  return formula.test(within) ? `'${within}` : within
}

/** Returns a text without the apostrophes that `guardFormulas` adds. */
export function removeGuards(text: string): string {
  const whole = text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
  return whole.replaceAll(guardedWithin, '$1')
}

const guardedWithin = new RegExp(`([;,\\t\\r\\n])'(?=[\\s"]*[${SIGNS}])`, 'g')
