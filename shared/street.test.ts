import { describe, expect, it } from 'vitest'
import { isFullerNumber, streetOf } from './street.ts'

describe('a house number', () => {
  it.each([
    ['12 A', '12'],
    ['12a', '12'],
    ['12-2', '12'],
    ['12 2', '12'],
    ['12 A', '12a'],
    ['12-a', '12 A'],
    ['12 2', '12-2'],
  ])('%s is %s, or that with an addition', (number, other) => {
    expect(isFullerNumber(number, other)).toBe(true)
  })

  it.each([
    ['12', '12 A'],
    ['121', '12'],
    ['121', '12 1'],
    ['12 1', '121'],
    ['12-2', '122'],
    ['13 A', '12'],
  ])('%s is not %s', (number, other) => {
    expect(isFullerNumber(number, other)).toBe(false)
  })

  it('is taken from the street when it stands there too', () => {
    expect(streetOf({ address: 'Kade 12 A', houseNumber: '12a' })).toBe('Kade')
    expect(streetOf({ address: 'Kade 12 1', houseNumber: '121' })).toBe('Kade 12 1')
  })
})
