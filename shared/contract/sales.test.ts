import { expect, it } from 'vitest'
import { amount } from './sales.ts'

it('an amount below 0 has a text of its own, beside that of one that is missing', () => {
  const required = amount('Agent commissie is verplicht')
  const said = (value: unknown) => required.safeParse(value).error?.issues.map(({ message }) => message)
  expect(said(undefined)).toEqual(['Agent commissie is verplicht'])
  expect(said(-0.01)).toEqual(['Vul een bedrag van 0 of meer in'])
  expect(said(0)).toBeUndefined()
})
