import { expect, test } from 'vitest'
import type { Instant } from '../../../shared/time.ts'
import { findNextCallTime, formatRelativeMoment, listCallBackChoices, parseSpokenMoment } from './call-times.ts'

const wednesday = '2026-11-25T13:07:00.000Z' as Instant
const labels = (moment: string) => listCallBackChoices(moment as Instant).map(({ label }) => label)

test('a lead who did not answer is called the next day at the same time, never on Sunday or at night', () => {
  expect(formatRelativeMoment(findNextCallTime(wednesday), wednesday)).toBe('Morgen 14:15')
  expect(formatRelativeMoment(findNextCallTime('2026-11-28T10:00:00.000Z' as Instant), wednesday)).toBe(
    'ma 30 nov 11:00',
  )
  expect(formatRelativeMoment(findNextCallTime('2026-11-25T20:30:00.000Z' as Instant), wednesday)).toBe('Morgen 10:00')
})

test('moments to call back are in the future, with a text', () => {
  expect(labels(wednesday)).toEqual([
    'Vandaag 15:15',
    'Vandaag 16:00',
    'Vandaag 19:00',
    'Morgen 10:00',
    'Morgen 14:00',
    'Morgen 19:00',
    'wo 2 dec 10:00',
  ])
  expect(labels('2026-11-25T20:30:00.000Z')[0]).toBe('Morgen 10:00')
})

test('another moment is typed as people say it, in the future and within calling hours', () => {
  const read = (text: string) => {
    const at = parseSpokenMoment(text, wednesday)
    return at && formatRelativeMoment(at, wednesday)
  }
  expect(read('di 15:30')).toBe('di 1 dec 15:30')
  expect(read('morgen om 9 uur')).toBe('Morgen 09:00')
  expect(read('4-12 1015')).toBe('vr 4 dec 10:15')
  expect(read('16:30')).toBe('Vandaag 16:30')
  expect(read('9:30')).toBe('Morgen 09:30')
  for (const text of ['di', 'vandaag 9:00', 'morgen 22:00', '1-11 10:00', 'straks', '']) expect(read(text)).toBeNull()
})
