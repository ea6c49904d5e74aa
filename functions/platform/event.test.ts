import { expect, it } from 'vitest'
import { handleBatch } from './event.ts'

interface Record {
  readonly id: string
  readonly of: string
}
const id = (record: Record) => record.id
const lane = (record: Record) => record.of

it('a record that waits does not delay other lanes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = (record: Record) => (record.of === 'slow' ? promise : Promise.resolve(resolve()))
  const records = [
    { id: '1', of: 'slow' },
    { id: '2', of: 'quick' },
  ]
  expect(await handleBatch('test', records, { id, lane, run })).toEqual({ batchItemFailures: [] })
})

it('records of one lane, and all without lanes, run one after another', async () => {
  const records = ['1', '2', '3', '4'].map((id) => ({ id, of: Number(id) < 3 ? 'a' : 'b' }))
  const order = async (batch: object) => {
    const seen: string[] = []
    const run = async (record: Record) => {
      seen.push(`${record.id} begins`)
      await Promise.resolve()
      seen.push(`${record.id} ends`)
    }
    await handleBatch('test', records, { id, run, ...batch })
    return seen
  }
  expect(await order({})).toEqual(records.flatMap((one) => [`${one.id} begins`, `${one.id} ends`]))
  const inLanes = await order({ lane })
  expect(inLanes.indexOf('1 ends')).toBeLessThan(inLanes.indexOf('2 begins'))
  expect(inLanes.indexOf('3 begins')).toBeLessThan(inLanes.indexOf('1 ends'))
})

it('a record that fails is named, and its lane continues', async () => {
  const done: string[] = []
  const run = async (record: Record) => {
    if (record.id === '1') throw new Error('No')
    done.push(record.id)
  }
  const records = [
    { id: '1', of: 'a' },
    { id: '2', of: 'a' },
    { id: '3', of: 'b' },
  ]
  expect(await handleBatch('test', records, { id, lane, run })).toEqual({
    batchItemFailures: [{ itemIdentifier: '1' }],
  })
  expect(done.sort()).toEqual(['2', '3'])
})
