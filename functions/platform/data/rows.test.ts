import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  for (let count = 0; count < 5; count++) await world.person({ role: 'agent', teamId: 1 })
})
afterAll(() => world.stop())

test('takeRows reads the same rows as ElectroDB: every attribute and no key, in either order, up to the limit', async () => {
  const { readAll, takeRows } = await import('./rows.ts')
  const { Users } = await import('../identity/user.ts')
  const active = Users.query.byState({ state: 'active' })
  const { data } = await active.go({ pages: 'all' })
  expect(data).toHaveLength(5)
  expect(await takeRows(active, 10)).toEqual({ rows: data, isOver: true, parts: 1 })
  expect(await takeRows(active, 2)).toEqual({ rows: data.slice(0, 2), isOver: false, parts: 1 })
  expect((await takeRows(active, 10, { order: 'desc' })).rows).toEqual(data.toReversed())
  expect(await readAll(active)).toEqual(data)
  expect((await takeRows(Users.query.byState({ state: 'inactive' }), 10)).rows).toEqual([])
})

test('putRows and getRows write and read the same rows as ElectroDB, for each of three entities', async () => {
  const { getRows, putRows } = await import('./rows.ts')
  const { documents, TABLE_NAME } = await import('./table.ts')
  const { Contracts } = await import('../../contracts/entity.ts')
  const { ContractCodes } = await import('../../contracts/import/codes.ts')
  const { KnownCustomers } = await import('../../known-customers/entity.ts')
  const stored = async (put: object) => {
    const { Item = {} } = put as { Item?: Record<string, unknown> }
    const item = await documents.send(
      new GetCommand({ TableName: TABLE_NAME, Key: { pk: Item['pk'], sk: Item['sk'] } }),
    )
    return [item.Item, Item]
  }
  const contract = (id: string) => ({
    ...{ id, version: 1, uploadId: 'u', customerName: 'A $& B', signedDate: '2025-01-31', durationValue: 2 },
    ...{ durationUnit: 'years' as const, expiryDate: '2027-01-31', expiryMonth: '2027-01', status: 'active' },
    ...{ salesStatus: 'nieuw' as const, rawRow: { Naam: 'A' }, createdAt: 'x', updatedAt: 'x' },
  })
  const contracts = Array.from({ length: 101 }, (_, at) => contract(`id-${at}`))
  await putRows(Contracts, [...contracts.slice(1), { ...contract('id-0'), notes: undefined }])
  for (const one of contracts.slice(0, 30)) {
    const [is, made] = await stored(Contracts.put(one).params())
    expect(is).toEqual(made)
  }
  const known = { by: 'phone', value: '0612345678', type: 'contract', recordId: 'id-1', customerName: 'A' } as const
  const hint = { ...known, date: '2027-01-31', owners: [] }
  await putRows(KnownCustomers, [hint])
  const [knownItem, knownMade] = await stored(KnownCustomers.put(hint).params())
  expect(knownItem).toEqual(knownMade)
  const codes = { drawer: 7, uploadId: 'u', window: 12, entries: new Uint8Array([1, 2]) }
  await putRows(ContractCodes, [codes])
  const [codesItem, codesMade] = await stored(ContractCodes.put(codes).params())
  expect(codesItem).toEqual(codesMade)

  const keys = [...contracts, contract('none')].map(({ id }) => ({ id }))
  const got = await getRows(Contracts, keys)
  const { data } = await Contracts.get(keys).go({ consistent: true })
  const inOrder = (rows: readonly { id: string }[]) => rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  expect(inOrder(got)).toEqual(inOrder(data))
  await expect(putRows(KnownCustomers, [{ ...hint, value: undefined as unknown as string }])).rejects.toThrow('value')
})
