/** Returns a text on one line, without control characters, so that a name cannot add lines. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * Matches dots, colons, at signs and backslashes, in other scripts too, before more of a word; not the colon of a time,
 * nor the dots of an amount.
 */
const linking =
  /(?:\.(?!(?<=€\s-?[\d.]*)\d{3}(?!\w))|[@\\\u3002\uFF0E\uFF20\uFF1A\uFF61\u2024]|(?<!\d):|:(?!\d))(?=\S)/gu

/**
 * Returns a name, an address or other typed text for a mail: on one line, with hair spaces where a mail or calendar
 * program would otherwise make a link of it (rulings 28).
 */
export const nameIn = (text: string) => oneLine(text).replaceAll(linking, '$&\u200A')
