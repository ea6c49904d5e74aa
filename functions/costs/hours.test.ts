import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CostWorld, startCostWorld } from '../../testing/costs.ts'
import { meanwhile } from '../../testing/meanwhile.ts'

let world: CostWorld
beforeAll(async () => {
  world = await startCostWorld()
})
afterAll(() => world.stop())

const entry = (date: string, hours: number, more: object = {}) => ({ date, projectType: 'sales', hours, ...more })
const save = (cells: readonly object[], as: 'agent' | 'admin' = 'agent', more: object = {}) =>
  world.ask(as, 'PUT', '/api/time-entries', { cells, ...more })
const ofDay = async (date: string) =>
  (await world.done('agent', 'GET', `/api/time-entries?from=${date}&to=${date}`)) as {
    id: string
    hours: number
    projectType: string
    version: number
  }[]

describe('hours that are entered', () => {
  it('belong to the person who enters them, in their team of that day', async () => {
    const made = await world.ask(
      'agent',
      'POST',
      '/api/time-entries',
      entry('2026-11-02', 7.5, { description: 'Bellen' }),
    )
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...{ userId: world.agent.id, teamId: 1, date: '2026-11-02', projectType: 'sales', hours: 7.5 },
      ...{ description: 'Bellen', hourlyRate: null, totalCost: null, version: 1 },
    })
  })

  it('are general work when nothing else is said', async () => {
    const made = await world.ask('agent', 'POST', '/api/time-entries', { date: '2026-11-06', hours: 1 })
    expect([made.status, made.body.projectType]).toEqual([201, 'general'])
  })

  it.each([
    [{ hours: 0.05 }, 'hours', 'Minimaal 0.1 uur'],
    [{ hours: 24.1 }, 'hours', 'Maximaal 24 uur per dag'],
    [{ hours: 'veel' }, 'hours', 'Vul een aantal uren in, bijvoorbeeld 7,5'],
    [{ hours: 1.255 }, 'hours', 'Vul uren met hoogstens 2 decimalen in'],
    [{ projectType: 'vakantie' }, 'projectType', 'Kies een soort werk'],
    [{ date: '31-02-2026' }, 'date', 'Kies een datum'],
    [{ userId: '' }, 'userId', 'Kies een medewerker'],
  ])('%j are refused at the field', async (wrong, field, text) => {
    const reply = await world.ask('admin', 'POST', '/api/time-entries', { ...entry('2026-11-03', 8), ...wrong })
    expect([reply.status, reply.body.errors?.[field]?.[0]]).toEqual([400, text])
  })

  it.each([0.1, 24])('may be %d a day', async (hours) => {
    const date = hours === 24 ? '2026-11-05' : '2026-11-04'
    expect((await world.ask('agent', 'POST', '/api/time-entries', entry(date, hours))).status).toBe(201)
  })

  it('are entered once for each kind of work', async () => {
    await world.enter('2026-11-06', 4)
    const again = await world.ask('agent', 'POST', '/api/time-entries', entry('2026-11-06', 4))
    expect([again.status, again.body.message]).toEqual([409, 'Op deze dag staan al uren voor Sales. Wijzig die uren.'])
  })

  it('are 24 on a day at most, whatever the kinds of work', async () => {
    await world.enter('2026-11-07', 20)
    const more = await world.ask(
      'agent',
      'POST',
      '/api/time-entries',
      entry('2026-11-07', 4.01, { projectType: 'admin' }),
    )
    expect([more.status, more.body.errors]).toEqual([422, { hours: ['Maximaal 24 uur per dag'] }])
    expect(
      (await world.ask('agent', 'POST', '/api/time-entries', entry('2026-11-07', 4, { projectType: 'admin' }))).status,
    ).toBe(201)
    const [first] = await ofDay('2026-11-07')
    const changed = await world.ask('agent', 'PATCH', `/api/time-entries/${first?.id}`, { hours: 21 })
    expect([changed.status, changed.body.errors]).toEqual([422, { hours: ['Maximaal 24 uur per dag'] }])
  })

  it('are 24 on a day at most when two are entered at once', async () => {
    await meanwhile(() => world.enter('2026-11-08', 14, 'general'))
    const reply = await world.ask('agent', 'POST', '/api/time-entries', entry('2026-11-08', 14))
    expect([reply.status, reply.body.errors]).toEqual([422, { hours: ['Maximaal 24 uur per dag'] }])
    expect(await ofDay('2026-11-08')).toMatchObject([{ hours: 14, projectType: 'general' }])
  })

  it('are kept beside hours of another kind that are saved at the same moment', async () => {
    await meanwhile(() => world.enter('2026-11-09', 3, 'general'))
    expect((await world.ask('agent', 'POST', '/api/time-entries', entry('2026-11-09', 5))).status).toBe(201)
    expect(await ofDay('2026-11-09')).toMatchObject([{ hours: 3 }, { hours: 5 }])
  })

  it('go no further than the end of this week', async () => {
    expect((await world.ask('agent', 'POST', '/api/time-entries', entry('2026-11-29', 4))).status).toBe(201)
    const late = await world.ask('agent', 'POST', '/api/time-entries', entry('2026-11-30', 4))
    expect([late.status, late.body.errors]).toEqual([422, { date: ['Vul uren in tot en met deze week (29-11-2026)'] }])
  })

  it('are entered for others only by an admin', async () => {
    const { id } = world.agent
    expect((await world.ask('admin', 'POST', '/api/time-entries', entry('2026-10-01', 4, { userId: id }))).status).toBe(
      201,
    )
    const other = await world.ask(
      'agent',
      'POST',
      '/api/time-entries',
      entry('2026-10-01', 4, { userId: world.admin.id }),
    )
    expect(other.status).toBe(404)
    expect((await save([entry('2026-10-02', 4)], 'agent', { userId: world.admin.id })).status).toBe(404)
    expect(
      (await world.ask('agent', 'GET', `/api/time-entries/month?month=2026-10&userId=${world.admin.id}`)).status,
    ).toBe(404)
    const nobody = await world.ask('admin', 'POST', '/api/time-entries', entry('2026-10-01', 4, { userId: 'niemand' }))
    expect([nobody.status, nobody.body.errors]).toEqual([422, { userId: ['Deze medewerker bestaat niet'] }])
  })
})

describe('an entry', () => {
  it('is changed under its own version, whatever happens to other entries of its day', async () => {
    const { id } = await world.enter('2026-09-01', 4)
    await world.enter('2026-09-01', 2, 'admin')
    const change = (hours: number, version: number) =>
      world.ask('agent', 'PATCH', `/api/time-entries/${id}`, { hours }, { 'if-match': String(version) })
    expect((await change(5, 1)).body).toMatchObject({ hours: 5, version: 2 })
    expect((await change(6, 1)).status).toBe(409)
  })

  it('stays as it is when nothing is sent', async () => {
    const { id } = await world.enter('2026-09-02', 4)
    expect((await world.ask('agent', 'PATCH', `/api/time-entries/${id}`, {})).body).toMatchObject({
      hours: 4,
      version: 1,
    })
  })

  it('is deleted once, after which hours of that day can be entered again', async () => {
    const { id } = await world.enter('2026-09-03', 4)
    expect((await world.ask('agent', 'DELETE', `/api/time-entries/${id}`)).status).toBe(204)
    expect((await world.ask('agent', 'DELETE', `/api/time-entries/${id}`)).status).toBe(404)
    expect(await ofDay('2026-09-03')).toEqual([])
    expect((await world.enter('2026-09-03', 5)).hours).toBe(5)
  })

  it.each(['onzin', '2026-09-03-sales-niemand', '2026-99-99-sales-x', '2026-09-03-vakantie-x'])(
    'with the id %s is unknown',
    async (id) => {
      expect((await world.ask('admin', 'PATCH', `/api/time-entries/${id}`, { hours: 1 })).status).toBe(404)
    },
  )
})

describe('cells of the grid', () => {
  it('replace hours, remove them or are refused with a reason, each by itself', async () => {
    await world.enter('2026-08-03', 4)
    await world.enter('2026-08-04', 4)
    const reply = await save([
      entry('2026-08-03', 6),
      { ...entry('2026-08-04', 0), hours: null },
      entry('2026-08-05', 25),
      entry('2026-08-05', 0.01, { projectType: 'admin' }),
      entry('2026-08-05', 3, { projectType: 'training' }),
      entry('2026-12-24', 8),
    ])
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      saved: [
        { date: '2026-08-03', hours: 6 },
        { date: '2026-08-05', hours: 3, projectType: 'training' },
      ],
      emptied: 1,
      refused: [
        { date: '2026-08-05', projectType: 'sales', message: 'Maximaal 24 uur per dag' },
        { date: '2026-08-05', projectType: 'admin', message: 'Minimaal 0.1 uur' },
        { date: '2026-12-24', projectType: 'sales', message: 'Vul uren in tot en met deze week (29-11-2026)' },
      ],
    })
    expect(await ofDay('2026-08-04')).toEqual([])
  })

  it('fill a day up to 24 hours, emptied ones first', async () => {
    await world.enter('2026-08-10', 20)
    const moved = await save([
      entry('2026-08-10', 20, { projectType: 'admin' }),
      { ...entry('2026-08-10', 1), hours: null },
    ])
    expect(moved.body.refused).toEqual([])
    const full = await save([entry('2026-08-10', 3), entry('2026-08-10', 2, { projectType: 'training' })])
    expect(full.body).toMatchObject({
      saved: [{ hours: 3 }],
      refused: [{ projectType: 'training', message: 'Maximaal 24 uur per dag' }],
    })
  })

  it('change nothing when they are saved again, and keep a description', async () => {
    const cells = [entry('2026-08-11', 7, { description: 'Beurs' })]
    await save(cells)
    const again = await save([entry('2026-08-11', 7)])
    expect(again.body.saved).toMatchObject([{ hours: 7, description: 'Beurs', version: 1 }])
    expect((await save([entry('2026-08-11', 7, { description: null })])).body.saved).toMatchObject([
      { description: null, version: 2 },
    ])
  })

  it('are kept beside hours of another kind that are saved at the same moment', async () => {
    await meanwhile(() => world.enter('2026-08-12', 3, 'general'))
    expect((await save([entry('2026-08-12', 5)])).body.saved).toMatchObject([{ hours: 5 }])
    expect(await ofDay('2026-08-12')).toMatchObject([{ hours: 3 }, { hours: 5 }])
  })
})

describe('the list', () => {
  it('continues in the middle of a day, newest day first, each entry once', async () => {
    const kinds = ['general', 'sales', 'admin', 'training']
    const dates = ['2026-05-29', '2026-06-01', '2026-06-02']
    await save(dates.flatMap((date) => kinds.map((projectType) => entry(date, 1, { projectType }))))
    const seen: string[] = []
    let path: string | undefined = '/api/time-entries?from=2026-05-01&to=2026-06-30&limit=3'
    while (path) {
      const { body, headers } = await world.ask('agent', 'GET', path)
      expect(body.length).toBeLessThanOrEqual(3)
      seen.push(...body.map((one: { date: string; projectType: string }) => `${one.date} ${one.projectType}`))
      path = /<([^>]+)>/.exec(headers['link'] ?? '')?.[1]
    }
    expect(seen).toEqual(dates.toReversed().flatMap((date) => kinds.map((kind) => `${date} ${kind}`)))
  })

  it('shows one team, office, person or everybody to an admin, and one’s own hours to others', async () => {
    const other = await world.world.person({ teamId: 2 })
    await world.done('admin', 'POST', '/api/time-entries', entry('2026-04-01', 2, { userId: other.id }))
    await world.done('admin', 'POST', '/api/time-entries', entry('2026-04-01', 3, { userId: world.agent.id }))
    const hours = async (as: 'admin' | 'agent', filter: string) =>
      (await world.done(as, 'GET', `/api/time-entries?from=2026-04-01&to=2026-04-30${filter}`)).map(
        (one: { hours: number }) => one.hours,
      )
    expect((await hours('admin', '')).sort()).toEqual([2, 3])
    expect(await hours('admin', '&teamId=2')).toEqual([2])
    expect(await hours('admin', `&userId=${world.agent.id}`)).toEqual([3])
    expect(await hours('admin', `&userId=${world.agent.id}&teamId=2`)).toEqual([])
    expect(await hours('admin', '&office=nieuw-vennep')).toEqual([2])
    expect(await hours('admin', '&office=roermond')).toEqual([3])
    expect(await hours('admin', '&office=nieuw-vennep&teamId=1')).toEqual([])
    expect(await hours('agent', '')).toEqual([3])
    expect(await hours('agent', `&userId=${other.id}`)).toEqual([])
  })
})

it('counts hours and their cost in the month and team of the day, without deleted ones', async () => {
  const { id } = world.agent
  await world.done('admin', 'POST', '/api/user-rates', {
    userId: id,
    hourlyRate: 17.55,
    effectiveFrom: '2026-03-01',
    effectiveTo: '2026-03-31',
  })
  await world.enter('2026-03-02', 7.5)
  await world.enter('2026-03-03', 0.1)
  const gone = await world.enter('2026-03-04', 8)
  await world.done('agent', 'DELETE', `/api/time-entries/${gone.id}`)
  expect(await world.counted('2026-03')).toEqual([
    // 7,5 × 17,55 = 131,625, half up; 0,1 × 17,55 = 1,755, half up.
    { teamId: 1, userId: id, reportHours: 760, reportHourCost: 13_163 + 176 },
  ])
})
