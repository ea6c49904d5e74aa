import { afterAll, expect, it } from 'vitest'
import { readOutboxOf } from '../../../testing/outbox.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { startWorld } from '../../../testing/world.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const world = await startWorld({ now: NOW })
afterAll(() => world.stop())

const { Outbox, doWork, runForLatestOnly } = await import('./outbox.ts')
const { asSystem } = await import('../actor.ts')
const { commit } = await import('./commit.ts')

const asked = async (kind: 'user-renamed' | 'team-renamed', subject: string, at: string) => {
  world.travel(at)
  const entity = { type: 'test', id: subject }
  await commit(asSystem('test'), { action: 'test.ask', entity, write: [], outbox: [{ kind, subject }] }, undefined)
}

it('when several changes of a record request the same work, only the last item does it, in any order of events', async () => {
  for (let second = 0; second < 5; second++) await asked('user-renamed', 'one', `2026-11-21T09:00:0${second}.000Z`)
  await asked('team-renamed', 'one', '2026-11-21T09:00:09.000Z')
  await asked('user-renamed', 'other', '2026-11-21T09:00:10.000Z')
  const done: string[] = []
  const note = runForLatestOnly(async ({ subject, kind, createdAt }) => {
    done.push(`${kind} ${subject} ${createdAt.slice(17, 19)}`)
  })
  const work = { 'user-renamed': note, 'team-renamed': note } as Parameters<typeof doWork>[1]
  const items = [...(await readOutboxOf('one')), ...(await readOutboxOf('other'))].reverse()
  await Promise.all(items.map(({ id }) => doWork(id, work)))
  expect(done.sort()).toEqual(['team-renamed one 09', 'user-renamed one 04', 'user-renamed other 10'])
})

it('work without a worker fails, so that it becomes a dead letter instead of disappearing', async () => {
  const { handler } = await import('../../../events/outbox.ts')
  for (const kind of ['nobody', 'constructor']) {
    await Outbox.put({ id: kind, kind, subject: 'x', state: 'waiting', createdAt: NOW }).go()
    const Records = [
      { eventName: 'INSERT' as const, dynamodb: { SequenceNumber: kind, NewImage: { id: { S: kind } } } },
    ]
    expect(await runAsFunction('outbox', () => handler({ Records }))).toEqual({
      batchItemFailures: [{ itemIdentifier: kind }],
    })
  }
})
