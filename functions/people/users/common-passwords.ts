import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { dictionary as passwords } from '@zxcvbn-ts/language-common'
import { dictionary as dutch } from '@zxcvbn-ts/language-nl-be'

/** Number of guesses within which an attacker finds a password that counts as common. */
const COMMON_GUESSES = 100_000

const { commonWords, boysFirstnames, girlsFirstnames, lastnames } = dutch
const checker = new ZxcvbnFactory({
  dictionary: { ...passwords, commonWords, boysFirstnames, girlsFirstnames, lastnames },
})

/** Maximum number of digits and signs around a word that make it no better: a year with a sign, or `123!`. */
const MOST_AROUND = 5
/** Number of characters that are judged; the time of the checker grows with them. */
const JUDGED = 64

/**
 * Tells whether a password is one of the commonest, in English or Dutch, or little more than one of `words`, such as
 * the name of its person (rulings 9). A common word with a capital, a year or a sign, such as `Welkom2026!`, is one
 * too.
 */
export function isCommonPassword(password: string, words: readonly string[]): boolean {
  const judged = password.slice(0, JUDGED)
  const isGuessed = (text: string) => checker.check(text, [...words]).guesses <= COMMON_GUESSES
  const word = judged.replace(/^\P{L}+|\P{L}+$/gu, '')
  return isGuessed(judged) || (word.length >= judged.length - MOST_AROUND && isGuessed(word.toLowerCase()))
}
