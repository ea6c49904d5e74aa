import { expect, it } from 'vitest'
import { faultsOf, faultsOfAll } from './decisions.ts'

const whole = [
  ...['# 7. Locks expire', '', '- Date: 2026-11-21', '- Status: accepted', '- Subject: Security', ''],
  ...['Context', 'Decision', 'Alternatives', 'Consequences'].flatMap((name) => [`## ${name}`, '', 'Words.', '']),
].join('\n')

it('accepts a decision with a title, a head and four sections', () => {
  expect(faultsOf({ number: 7, text: whole })).toEqual([])
})

it.each([
  ['another number in its title', whole.replace('# 7.', '# 8.')],
  ['no status', whole.replace('- Status: accepted\n', '')],
  ['no subject', whole.replace('- Subject: Security\n', '')],
  ['no alternatives', whole.replace('## Alternatives', '## Rejected')],
  [
    'sections out of order',
    whole.replace('## Context', '## X').replace('## Decision', '## Context').replace('## X', '## Decision'),
  ],
  ['more than a page', `${whole}${'word '.repeat(600)}`],
])('refuses a decision with %s', (_, text) => {
  expect(faultsOf({ number: 7, text })).toHaveLength(1)
})

it('accepts 45 decisions of 18,000 words with their index', () => {
  expect(faultsOfAll([...Array(45).fill('word '.repeat(380)), 'word '.repeat(900)])).toEqual([])
})

it('refuses a forty-sixth decision, and more words in all', () => {
  expect(faultsOfAll([...Array(46).fill(whole), 'index'])).toEqual([expect.stringContaining('46 decisions')])
  expect(faultsOfAll(['word '.repeat(18_000), 'index'])).toEqual([expect.stringContaining('18001 words')])
})
