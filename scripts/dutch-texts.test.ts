import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dutchTexts } from './dutch-texts.ts'

const texts = dutchTexts()

/** Maximum number of words of a sentence on a screen, in a mail or in a message. */
const MOST_WORDS = 12

/** Tells whether a text is a pattern for headers of spreadsheets, which nobody reads. */
const isPattern = (text: string) => text.includes(' ?')

const placesOf = (wrong: typeof texts) => wrong.map(({ text, place }) => `${place}: ${text}`)

it('reads the texts of screens, mails, files and messages', () => {
  expect(texts.length).toBeGreaterThan(1_000)
  expect(texts.map(({ text }) => text)).toContain('Deze sale heeft geen beller')
})

it('a sentence can be read in one breath', () => {
  const sentences = (text: string) => text.split(/[.!?:;]\s|\n/)
  const isLong = (sentence: string) => sentence.trim().split(/\s+/).length > MOST_WORDS
  expect(placesOf(texts.filter(({ text }) => !isPattern(text) && sentences(text).some(isLong)))).toEqual([])
})

it('things are called by their name, and hints say what is empty', () => {
  const riddle = /\b(haar|zij|hem)\b|\bAnders (de|het|die)\b/i
  expect(placesOf(texts.filter(({ text }) => riddle.test(text)))).toEqual([])
})

it('a word that the glossary rules out stands nowhere', () => {
  const ruledOut = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|')[3] ?? '').matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word))
  expect(ruledOut.length).toBeGreaterThan(30)
  const wrong = ruledOut.flatMap((word) => {
    const whole = new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'iu')
    return placesOf(texts.filter(({ text }) => !isPattern(text) && whole.test(text))).map(
      (place) => `${word} in ${place}`,
    )
  })
  expect(wrong).toEqual([])
})
