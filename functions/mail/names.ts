/** Returns a text on one line, without control characters. */
export const toOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * Matches characters that make a link inside a word: dots, colons, at signs and backslashes, in any script. Leaves out
 * the colon of a time and the dots of an amount.
 */
const linking =
  /(?:\.(?!(?<=€\s-?[\d.]*)\d{3}(?!\w))|[@\\\u3002\uFF0E\uFF20\uFF1A\uFF61\u2024]|(?<!\d):|:(?!\d))(?=\S)/gu

/**
 * Returns a typed text, such as a name, for a mail. It is on one line, with hair spaces that keep programs from making
 * links (rulings 28).
 */
export const unlinkText = (text: string) => toOneLine(text).replaceAll(linking, '$&\u200A')
