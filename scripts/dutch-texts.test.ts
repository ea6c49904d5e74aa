import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findDutchTexts, findReadableTexts } from './dutch-texts.ts'

const texts = findDutchTexts()

/** Maximum number of words of a sentence on a screen, in a mail or in a message. */
const MOST_WORDS = 12

/** Tells whether a text is a pattern for spreadsheet headers; no screen shows such patterns. */
const isPattern = (text: string) => text.includes(' ?') || text.includes('|')

/** Texts that people read, in which the glossary must allow every word; without the words for spreadsheet headers. */
const shown = findReadableTexts().filter(
  ({ text, place }) => !isPattern(text) && !place.startsWith('functions/spreadsheets/recognition/words.ts'),
)

const patternOf = (words: string, flags: string) => new RegExp(`(?<![\\p{L}-])${words}(?![\\p{L}-])`, flags)

const placesOf = (wrong: typeof texts) => wrong.map(({ text, place }) => `${place}: ${text}`)

it('reads the texts of screens, mails, files and messages', () => {
  expect(texts.length).toBeGreaterThan(1_000)
  expect(texts.map(({ text }) => text)).toContain('Deze sale heeft geen beller')
})

it('a sentence has at most 12 words', () => {
  const sentences = (text: string) => text.split(/[.!?:;]\s|\n/)
  const isLong = (sentence: string) => sentence.trim().split(/\s+/).length > MOST_WORDS
  expect(placesOf(texts.filter(({ text }) => !isPattern(text) && sentences(text).some(isLong)))).toEqual([])
})

describe('full stops', () => {
  const more = /[.!?…] \p{Lu}/u
  const verb = /\b(is|zijn|wordt|worden|kan|kon|konden|heeft|hebben|krijgt|staat|ging|mag|moet|telt|geldt)\b/i
  const roled = (...roles: string[]) => texts.filter(({ role }) => roles.includes(role))

  it('end a sentence that explains', () => {
    // Spec §8 has these without.
    const quoted = /^(Er is een fout opgetreden( bij het resetten van 2FA)?|Voer je 2FA code in.*)$/
    // These roles have parts of sentences, states of two words and nouns with a clause too.
    const others = roled('text', 'p').filter(({ text }) => more.test(text) || !/^\p{Ll}|^\S+ \S+$| die /u.test(text))
    const properties = ['description', 'hint', 'fallback', 'failed', 'denied', 'gone', 'needless']
    const explaining = [...roled(...properties, 'FailedPart'), ...others]
    const sentences = explaining.filter(({ text }) => (more.test(text) || verb.test(text)) && !quoted.test(text))
    expect(sentences.length).toBeGreaterThan(200)
    expect(placesOf(sentences.filter(({ text }) => /[\p{L}\d)]$/u.test(text)))).toEqual([])
  })

  it('end no title, label or refusal of one sentence', () => {
    const refusals = roled('conflict', 'unprocessable', 'forbidden', 'invalid', 'setProblem')
    const short = [...refusals, ...roled('title', 'label', 'header', 'placeholder', 'aria-label')]
    expect(short.length).toBeGreaterThan(300)
    expect(placesOf(short.filter(({ text }) => text.endsWith('.') && !more.test(text)))).toEqual([])
  })
})

it('no text says haar, zij or hem, or hints with Anders de, het or die', () => {
  const riddle = /\b(haar|zij|hem)\b|\bAnders (de|het|die)\b/i
  expect(placesOf(texts.filter(({ text }) => riddle.test(text)))).toEqual([])
})

it('no text has a word that the glossary rules out', () => {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').slice(1, 4))
    .map(([screen = '', , not = '']) => ({
      words: screen.split(/[,;]/).map((word) => word.trim()),
      avoided: [...not.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word),
    }))
  const names = rows.flatMap(({ words }) => words.filter((word) => word.includes(' ')))
  const ruledOut = rows.flatMap(({ words, avoided }) => {
    const lower = words.map((word) => word.toLowerCase())
    return avoided.map((word) => patternOf(word, lower.includes(word.toLowerCase()) ? 'u' : 'iu'))
  })
  expect(ruledOut.length).toBeGreaterThan(30)
  const wrong = ruledOut.flatMap((pattern) => {
    const allowed = names.filter((name) => pattern.test(name)).map((name) => patternOf(name, 'giu'))
    const withoutNames = (text: string) => allowed.reduce((rest, name) => rest.replaceAll(name, ''), text)
    const found = placesOf(shown.filter(({ text }) => pattern.test(withoutNames(text))))
    return found.map((place) => `${pattern.source} in ${place}`)
  })
  expect(wrong).toEqual([])
})
