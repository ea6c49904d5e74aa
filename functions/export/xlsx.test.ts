import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { toXlsx } from './xlsx.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('the same rows give the same workbook, byte for byte, at any time', async () => {
  const madeAt = async (moment: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
    const bytes = await toXlsx('Journaal', ['Datum', 'Bedrag'], [[{ date: '2026-11-23' }, { amount: 12.5 }]])
    return createHash('sha256').update(bytes).digest('hex')
  }
  expect(await madeAt('2026-11-23T09:00:00Z')).toBe(await madeAt('2027-03-01T17:31:12Z'))
})
