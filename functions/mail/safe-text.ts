/** Puts a text on one line: replaces line breaks and other control characters by spaces. */
export const toOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * Matches characters that make a link inside a word: dots, colons, at signs and backslashes, in any script. Leaves out
 * the colon of a time and the dots of an amount.
 */
const linking =
  /(?:\.(?!(?<=€\s-?[\d.]*)\d{3}(?!\w))|[@\\\u3002\uFF0E\uFF20\uFF1A\uFF61\u2024]|(?<!\d):|:(?!\d))(?=\S)/gu

/**
 * Makes a typed text, such as a name, safe to show in a mail. Puts it on one line and inserts hair spaces, so that mail
 * programs make no links of it (rulings 28).
 */
export const unlinkText = (text: string) => toOneLine(text).replaceAll(linking, '$&\u200A')
