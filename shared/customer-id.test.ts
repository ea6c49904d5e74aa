import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { customerIdOf, customerIdOfTrace, listCustomerTraces, traceOfCustomerId } from './customer-id.ts'
import { isPhone, normalisePhone } from './identifiers.ts'

it('identifies a customer by phone number, else e-mail address, else address', () => {
  const place = { postalCode: '6041ab', houseNumber: '3 A' }
  expect(customerIdOf({ customerPhone: '06-12 34 56 78', customerEmail: 'sem@vos.example' })).toBe('tel-31612345678')
  expect(customerIdOf({ customerPhone: '+49 30 123456' })).toBe('tel-4930123456')
  const byMail = customerIdOf({ customerPhone: 'onbekend', customerEmail: ' Sem@Vos.example ', ...place })
  expect(traceOfCustomerId(String(byMail))).toEqual({ by: 'email', value: 'sem@vos.example' })
  expect(traceOfCustomerId(String(customerIdOf(place)))).toEqual({ by: 'address', value: '6041 AB 3 a' })
  expect(customerIdOf({ customerPhone: '0', postalCode: '6041 AB' })).toBeNull()
})

it('gives a number one id in every notation, and reads the number back from the id', () => {
  const national = fc.stringMatching(/^0[1-9][0-9]{8}$/)
  const foreign = fc.stringMatching(/^\+[1-9][0-9]{7,14}$/)
  fc.assert(
    fc.property(fc.oneof(national, foreign), (text) => {
      const value = normalisePhone(text)
      fc.pre(isPhone(value))
      expect(traceOfCustomerId(customerIdOfTrace({ by: 'phone', value }))).toEqual({ by: 'phone', value })
    }),
  )
})

it('reads every e-mail address and address back from its id', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), (house) => {
      for (const trace of listCustomerTraces({ customerEmail: house, postalCode: '6041 AB', houseNumber: house })) {
        fc.pre(trace.value.isWellFormed())
        expect(traceOfCustomerId(customerIdOfTrace(trace))).toEqual(trace)
      }
    }),
  )
})

it.each(['tel-0612345678', 'tel-+31612345678', 'tel-31', 'tel-', 'mail-', 'mail-%', 'adres-==', 'mail-YQ==', 'x', ''])(
  'finds no customer in the id %j',
  (id) => expect(traceOfCustomerId(id)).toBeNull(),
)
