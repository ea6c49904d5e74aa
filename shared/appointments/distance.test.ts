import { describe, expect, it } from 'vitest'
import { distanceBetween } from './distance.ts'

describe('the distance between two postcodes', () => {
  it.each([
    ['Roermond', 'Nieuw-Vennep', '6041 EL', '2153 KB', 150],
    ['Roermond', 'Venlo', '6041EL', '5911 ab', 24],
    ['Roermond', 'Weert', '6041 EL', '6001 AA', 21],
    ['Roermond', 'Maastricht', '6041 EL', '6211 AA', 43],
    ['Nieuw-Vennep', 'Hoofddorp', '2153 KB', '2132 AA', 6],
    ['Amsterdam', 'Groningen', '1012 AB', '9711 AB', 147],
    ['Amsterdam', 'Maastricht', '1012 AB', '6211 AA', 178],
    ['Den Helder', 'Vlissingen', '1781 AB', '4381 AB', 182],
  ])('from %s to %s is true to five kilometres', (_one, _other, from, to, kilometres) => {
    expect(Math.abs((distanceBetween(from, to) ?? 0) - kilometres)).toBeLessThanOrEqual(5)
    expect(distanceBetween(to, from)).toBe(distanceBetween(from, to))
  })

  it('is known for each area, and 0 only within one', () => {
    const areas = Array.from({ length: 90 }, (_, index) => `${index + 10}99`)
    const isOdd = (kilometres: number | null, isSame: boolean) =>
      kilometres === null || kilometres > 320 || (kilometres === 0) !== isSame
    const pairs = areas.flatMap((one) => areas.map((other) => [one, other] as const))
    expect(pairs.filter(([one, other]) => isOdd(distanceBetween(one, other), one === other))).toEqual([])
    expect(distanceBetween('6041 EL', '6049 AB')).toBe(0)
  })

  it.each([null, undefined, '', '0475', 'B-3600', '60', '47533 AB'])('is null for the postcode %s', (postcode) => {
    expect(distanceBetween(postcode, '6041 EL')).toBeNull()
    expect(distanceBetween('6041 EL', postcode)).toBeNull()
  })
})
