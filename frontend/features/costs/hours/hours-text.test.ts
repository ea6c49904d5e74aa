// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { hoursText, parseHours, readHours } from './hours-text.ts'

test.each([
  ['7,5', 7.5],
  ['7.5', 7.5],
  ['7:30', 7.5],
  ['7u30', 7.5],
  [' 7,25 uur', 7.25],
  ['0:20', 0.33],
  ['8', 8],
  ['acht', null],
  ['7:75', null],
])('reads hours from %j', (text, hours) => {
  expect(parseHours(text)).toBe(hours)
})

test.each([
  ['', { hours: null }],
  ['24', { hours: 24 }],
  ['0,1', { hours: 0.1 }],
  ['0', { problem: 'Minimaal 0.1 uur' }],
  ['24,5', { problem: 'Maximaal 24 uur per dag' }],
  ['ziek', { problem: 'Vul een aantal uren in, bijvoorbeeld 7,5' }],
  ['7,333', { problem: 'Vul uren met hoogstens 2 decimalen in' }],
])('tells whether the text %j can be saved', (text, reading) => {
  expect(readHours(text)).toEqual(reading)
})

test('writes hours as they are typed', () => {
  expect([1, 5.5, 7.25, undefined].map(hoursText)).toEqual(['1,0', '5,5', '7,25', ''])
})
