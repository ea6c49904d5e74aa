import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { dictionary as passwords } from '@zxcvbn-ts/language-common'
import { dictionary as dutch } from '@zxcvbn-ts/language-nl-be'

/** Number of guesses within which an attacker finds a password that counts as common. */
const COMMON_GUESSES = 100_000

const { commonWords, boysFirstnames, girlsFirstnames, lastnames } = dutch
const checker = new ZxcvbnFactory({
  dictionary: { ...passwords, commonWords, boysFirstnames, girlsFirstnames, lastnames },
})

/**
 * Tells whether a password is one of the commonest, in English or Dutch, or little more than one of `words`, such as the
 * name of its person (rulings 9).
 */
export const isCommonPassword = (password: string, words: readonly string[]): boolean =>
  checker.check(password, [...words]).guesses <= COMMON_GUESSES
