import { foldText } from '../../shared/folded.ts'
import { isIban, readPhones } from '../../shared/identifiers.ts'
import type { SearchedField } from '../../shared/search-fields.ts'
import { SHORTEST_WORD } from '../../shared/search-fields.ts'

/** Parts of names that are too common to search for. */
const particles = new Set(
  'van von de der den des het ten ter te la le du da di el al en und and bv nv vof bvba gmbh ltd'.split(' '),
)

/** Maximum number of words of a name in the index. */
const MOST_WORDS = 6

/** Lists the words of a name in lower case, each once, at most six, without particles such as `van` and `bv`. */
export function nameWords(name: string): string[] {
  const all = foldText(name)
    .replaceAll(/['’`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
  return [...new Set(all)].filter((word) => word !== '' && !particles.has(word)).slice(0, MOST_WORDS)
}

/** Returns a code in lower case, without spaces and punctuation: `yds20260012`, `6041ab12`. */
const codeOf = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Returns the digits of a whole or partial phone number: a Dutch number in national form, a foreign one with `+`. */
export function digitsDialled(phone: string): string {
  return (readPhones(phone)[0] ?? phone)
    .trim()
    .replace(/^(?:\+|00)31\s*(?:\(0\)|0)?\s*/, '0')
    .replace(/^00/, '+')
    .replaceAll(/[^\d+]/g, '')
}

/** Field that is searched, or the city, which is found only together with a name. */
type Compared = SearchedField | 'city'

const isNamed = (field: Compared) => field === 'name' || field === 'company' || field === 'city'

/**
 * Returns the words of a field for the index: each word of a name or city, any other text as one word. A number is also
 * a word without its first letters: `yds20260012` and `20260012`.
 */
export function wordsOf(field: Compared, text: string): string[] {
  if (isNamed(field)) return nameWords(text)
  if (field === 'phone') {
    const numbers = readPhones(text)
    return (numbers.length > 0 ? numbers : [text]).map(digitsDialled)
  }
  if (field === 'email') return [foldText(text.trim())]
  if (field !== 'number') return [codeOf(text)]
  const code = codeOf(text)
  return [...new Set([code, code.replace(/^\p{L}+(?=\p{N})/u, '')])]
}

/** Maximum number of words of a query that are searched; further words are ignored. */
const MOST_ASKED = 6
/** Maximum number of characters of a searched word; the rest is ignored. */
const LONGEST_ASKED = 80

const isOfPhone = (chunk: string) => /^\+?[\d().\-/]+$/.test(chunk)

/**
 * Lists the words of a query, at most six; empty when all are too short. A phone number, a postcode with house number
 * and a code are one word each. Of an IBAN only the last four characters are a word.
 */
export function splitQuery(q: string): string[] {
  const chunks = q.trim().split(/\s+/)
  const words: string[] = []
  while (chunks.length > 0 && words.length < MOST_ASKED) words.push(...nextWords(chunks))
  const whole = [...new Set(words)].filter((word) => word !== '')
  return whole.some((word) => word.length >= SHORTEST_WORD)
    ? whole.slice(0, MOST_ASKED).map((word) => word.slice(0, LONGEST_ASKED))
    : []
}

/**
 * Removes the first chunks of a query that belong together, such as the parts of a phone number. Returns the searched
 * words that they form.
 */
function nextWords(chunks: string[]): string[] {
  const chunk = chunks.shift() ?? ''
  if (chunk.includes('@')) return [foldText(chunk)]
  const [next = ''] = chunks
  if (/^\d{4}$/.test(chunk) && /^[a-z]{2}$/i.test(next))
    return [codeOf(`${chunk}${chunks.shift()}${houseNumber(chunks)}`)]
  if (/^\d{4}[a-z]{2}$/i.test(chunk)) return [codeOf(`${chunk}${houseNumber(chunks)}`)]
  if (/^[a-z]{2}\d{2}$/i.test(chunk) || /^[a-z]{2}\d{2}[a-z]{4}\d/i.test(chunk)) return [ibanTail(chunk, chunks)]
  if (isOfPhone(chunk)) {
    let number = chunk
    while (chunks[0] !== undefined && isOfPhone(chunks[0])) number += ` ${chunks.shift()}`
    return [/^\d{18}$/.test(codeOf(number)) ? codeOf(number) : digitsDialled(number)]
  }
  return /\d/.test(chunk) ? [codeOf(chunk)] : nameWords(chunk)
}

/** Removes a house number and its addition from the chunks after a postcode; returns both as one text, or ''. */
function houseNumber(chunks: string[]): string {
  if (!/^\d{1,5}(-?[a-z0-9]{1,4})?$/i.test(chunks[0] ?? '')) return ''
  const number = chunks.shift() ?? ''
  return /^[a-z]$/i.test(chunks[0] ?? '') ? `${number}${chunks.shift()}` : number
}

/**
 * Removes the chunks of an IBAN, of which `first` is the first, and returns its last four characters. The IBAN is the
 * shortest row of chunks that is valid, otherwise all chunks if they look like one. Without an IBAN returns `first` as
 * a code.
 */
function ibanTail(first: string, chunks: string[]): string {
  const joined = (count: number) => [first, ...chunks.slice(0, count)].join('')
  const counts = [0, ...chunks.map((_, index) => index + 1)]
  const looksLikeIban = /^[a-z]{2}\d{2}[a-z0-9]{11,30}$/i.test(joined(chunks.length))
  const count = counts.find((one) => isIban(joined(one).toUpperCase())) ?? (looksLikeIban ? chunks.length : null)
  if (count === null) return codeOf(first)
  const iban = joined(count)
  chunks.splice(0, count)
  return codeOf(iban).slice(-4)
}

/** Tells whether a word is an e-mail address, or has a digit and four or more characters; few records have one. */
export const isCode = (word: string): boolean => word.includes('@') || /^(?=.*\d).{4}/.test(word)

/** Minimum length of a word of a name that is found with one letter wrong. */
const SHORTEST_MISTYPED = 5

/**
 * Number of first letters from which the keys for typing errors are made. `isOneLetterOff` then compares whole words.
 */
const PREFIX = 5

/** Tells whether a word is also found with one letter wrong: five letters or more, and only letters. */
export const isMistakable = (word: string): boolean => /^\p{L}+$/u.test(word) && word.length >= SHORTEST_MISTYPED

/**
 * Tells whether a typed word may be a word of a name with one letter wrong: only letters, and four or more, because one
 * of the five may be missing.
 */
export const mayBeMistyped = (word: string): boolean => isMistakable(`${word}x`)

/**
 * Lists the keys of a word in `FoundWords`: its first five letters, and these with each letter left out in turn. Words
 * that differ by one letter share a key.
 */
export function mistakeKeys(word: string): string[] {
  const start = word.slice(0, PREFIX)
  const without = [...start].map((_, at) => start.slice(0, at) + start.slice(at + 1))
  return [...new Set([start, ...without])]
}

/**
 * Lists the keys by which a mistyped word is searched: those of four letters. All words that differ by one letter share
 * one of them, as a known word has five letters or more.
 */
export const listSearchKeys = (word: string): string[] => mistakeKeys(word).filter((key) => key.length === PREFIX - 1)

/** Tells whether two words differ by one letter: another one, one more, one less, or two swapped. */
export function isOneLetterOff(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [a, b] = [one.slice(at), other.slice(at)]
  return (
    a.slice(1) === b ||
    a === b.slice(1) ||
    a.slice(1) === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

/**
 * Returns where a text first matches a word: the positions `from` up to, not including, `to`; null without a match. In
 * a name or city a match starts at the beginning of a word, in a number or IBAN anywhere, otherwise at the beginning
 * of the text.
 */
export function findMatch(field: Compared, text: string, word: string): { from: number; to: number } | null {
  const isName = isNamed(field)
  const chars: { char: string; at: number; begins: boolean }[] = []
  let begins = true
  for (let at = 0; at < text.length; at += 1) {
    const raw = foldText(text[at] ?? '')
    const kept = field === 'email' ? raw.trim() : raw.replaceAll(/[^\p{L}\p{N}+]/gu, '')
    if (kept === '' && !/['’`.\p{M}]/u.test(text[at] ?? '')) begins = true
    for (const char of kept) {
      chars.push({ char, at, begins })
      begins = false
    }
  }
  for (let start = 0; start + word.length <= chars.length; start += 1) {
    if (isName ? !chars[start]?.begins : start > 0 && field !== 'number' && field !== 'iban') continue
    if (![...word].every((char, at) => chars[start + at]?.char === char)) continue
    return { from: chars[start]?.at ?? 0, to: (chars[start + word.length - 1]?.at ?? 0) + 1 }
  }
  return null
}
