import { expect, it } from 'vitest'
import { euros } from './fields.ts'

it('a negative and a missing amount have different messages', () => {
  const required = euros('Agent commissie is verplicht', 'Vul een bedrag van 0 of meer in')
  const said = (value: unknown) => required.safeParse(value).error?.issues.map(({ message }) => message)
  expect(said(undefined)).toEqual(['Agent commissie is verplicht'])
  expect(said(-0.01)).toEqual(['Vul een bedrag van 0 of meer in'])
  expect(said(0)).toBeUndefined()
})
