import { expect, test } from 'vitest'
import type { Colleague } from '../../../shared/users/schemas.ts'
import { readAppointmentLine } from './appointment-line.ts'

const person = (id: string, firstName: string, lastName: string) => ({ id, firstName, lastName }) as Colleague
const colleagues = [
  person('lucas', 'Lucas', 'Hendriks'),
  person('jan-1', 'Jan', 'de Boer'),
  person('jan-2', 'Jan', 'Smit'),
]
// A Monday.
const read = (text: string) => readAppointmentLine(text, { today: '2026-11-23', colleagues })

test.each([
  ['bakkerij proef 0612345678 6041el 4 di 10:15 lucas', 'Bakkerij Proef', '06 12345678', '6041 EL', '4', 'lucas'],
  ['Bakkerij Proef di 10.15 Lucas 06-12345678 6041 EL 4', 'Bakkerij Proef', '06 12345678', '6041 EL', '4', 'lucas'],
  ['06 12 34 56 78 VvE Lucas di 10:15', 'VvE Lucas', '06 12345678', undefined, undefined, undefined],
  ['jan jansen +31 475 123456 di 10:15 jan', 'Jan Jansen Jan', '0475 123456', undefined, undefined, undefined],
  ['jan jansen di 10:15 jan de boer', 'Jan Jansen', '', undefined, undefined, 'jan-1'],
])('%s', (text, customerName, customerPhone, postalCode, houseNumber, agentId) => {
  const line = read(text)
  expect(line).toMatchObject({ date: '2026-11-24', time: '10:15' })
  expect(line?.customer).toMatchObject({ customerName, customerPhone })
  expect([line?.customer.postalCode, line?.customer.houseNumber]).toEqual([postalCode, houseNumber])
  expect(line?.agent?.id).toBe(agentId)
})

test('a day or time may be missing beside a number, and days are said as in the date field', () => {
  expect(read('proef proef@example.nl 0612345678 +3')).toMatchObject({
    ...{ date: '2026-11-26', time: undefined },
    customer: { customerName: 'Proef', customerEmail: 'proef@example.nl' },
  })
  expect(read('proef 6041el 14u')).toMatchObject({ date: undefined, time: '14:00' })
  expect(read('proef morgen 9:30')).toMatchObject({ date: '2026-11-24', time: '09:30' })
})

test.each(['jansen 0612345678', '0612345678 di 10:15', 'di maria', 'YDS-2026-0012', 'venlo 6041el 4', ''])(
  '%s describes no appointment',
  (text) => expect(read(text)).toBeNull(),
)
