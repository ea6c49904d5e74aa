import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partitionsWrittenBy } from '../../infra/partitions.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast } from '../cast.ts'
import { provenRoutes } from '../proven-routes.ts'

import { differencesOf, followTable, type Item } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const partitionOf = ({ pk }: Item) => `${pk.slice(0, pk.indexOf('#'))}#*`

describe('a call changes only partitions that its function may write', () => {
  it.each(provenRoutes)('$key', async (route) => {
    const { send } = await prepareCall(world, cast, route)
    const before = await followTable()
    const reply = await send()
    expect(reply.status, reply.text).toBeLessThan(400)
    const { added, removed, changed } = differencesOf(before, await followTable())
    const touched = new Set([...added, ...removed, ...changed.map(({ after }) => after)].map(partitionOf))
    const own = partitionsWrittenBy(`api-${route.domain}`)
    expect([...touched].filter((partition) => !own.includes(partition))).toEqual([])
  })
})
