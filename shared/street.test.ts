import { describe, expect, it } from 'vitest'
import { isFullerNumber, placeText, splitAddress, streetOf } from './street.ts'

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

describe('an address in one text', () => {
  it.each([
    ['Plein 1944 12', 'Plein 1944', '12'],
    ['2e Hugo de Grootstraat 5-2', '2e Hugo de Grootstraat', '5-2'],
    ['Laan 1940-1945 3', 'Laan 1940-1945', '3'],
    ["'s-Gravenweg 4 hs", "'s-Gravenweg", '4 hs'],
    ['Kerkstraat 12-14', 'Kerkstraat', '12-14'],
    ['Markt 4 bis II', 'Markt', '4 bis II'],
    ['Hoofdweg 8a-b', 'Hoofdweg', '8a-b'],
    ['Rivium 2e Straat 59.', 'Rivium 2e Straat', '59'],
    ['Rivium 2e Weg 5', 'Rivium 2e Weg', '5'],
    ['Straat van 3 mei 7', 'Straat van 3 mei', '7'],
    ['Weg 3 / 5', 'Weg', '3 / 5'],
    ['Amperelaan 7 8', 'Amperelaan', '7 8'],
    ['Professor Willemsstraat 23 B 03', 'Professor Willemsstraat', '23 B 03'],
    ['Straatweg 12 t/m 16', 'Straatweg', '12 t/m 16'],
    ['De Hoeve 3, unit 4', 'De Hoeve', '3, unit 4'],
    ['Laan 12 app. 3', 'Laan', '12 app. 3'],
    ['Weg 12 3hoog', 'Weg', '12 3hoog'],
    ['Laan van 1940 nr 5', 'Laan van 1940', '5'],
    ['Dorpsstraat 5 to 7', 'Dorpsstraat', '5 to 7'],
    ['12 Kerkstraat', 'Kerkstraat', '12'],
    ['Burg. 3 Meilaan 21', 'Burg. 3 Meilaan', '21'],
    ['Loods 5, Havenweg 3', 'Loods 5, Havenweg', '3'],
    ['Rijksweg A2 14', 'Rijksweg A2', '14'],
  ])('%s is a street and its number', (address, street, number) => {
    expect(splitAddress(address)).toEqual({ street, number })
  })

  it('has no number in front when that is part of the name of the street', () => {
    expect(splitAddress('2e Dwarsstraat')).toBeNull()
    expect(splitAddress('1ste Hugo de Grootstraat')).toBeNull()
  })

  it('may end with a postcode and city', () => {
    const place = { street: 'Kerkstraat', number: '12', postalCode: '6041 AB', city: 'Roermond' }
    expect(splitAddress('Kerkstraat 12, 6041 AB Roermond')).toEqual(place)
  })

  it.each(['Markt', '5 Meiplein', 'Rijksweg A2 km 12.3', '1 '.repeat(5_000)])('%s has no number', (address) => {
    expect(splitAddress(address)).toBeNull()
  })
})

it('a place is said in one way, as far as it is known', () => {
  const place = { address: 'Markt', houseNumber: '4', postalCode: '6041 EL', city: 'Roermond' }
  const { address: _, ...numbered } = place
  expect(placeText(place)).toBe('Markt 4, 6041 EL Roermond')
  expect(placeText({ ...place, address: 'Markt 4' })).toBe('Markt 4, 6041 EL Roermond')
  expect(placeText(numbered)).toBe('6041 EL 4, Roermond')
  expect(placeText({ ...numbered, city: null })).toBe('6041 EL 4')
  expect(placeText({ houseNumber: '4', city: 'Weert' })).toBe('Nr. 4, Weert')
  expect([placeText({ city: 'Weert' }), placeText({})]).toEqual(['Weert', ''])
})
