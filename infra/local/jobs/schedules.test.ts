import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manifest } from '../../manifest.ts'
import { createClock } from '../clock.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { findNextRun, startSchedules } from './schedules.ts'

const AMSTERDAM = 'Europe/Amsterdam'

function runsAfter(expression: string, from: string, count: number): string[] {
  const runs: string[] = []
  for (let moment: number | null = Date.parse(from); runs.length < count; ) {
    moment = findNextRun(expression, AMSTERDAM, moment)
    if (moment === null) break
    runs.push(new Date(moment).toISOString())
  }
  return runs
}

describe('an AWS cron expression', () => {
  test('at midnight follows the wall clock over both DST nights', () => {
    expect(runsAfter('0 0 * * ? *', '2026-03-28T12:00:00Z', 3)).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ])
    expect(runsAfter('0 0 * * ? *', '2026-10-24T12:00:00Z', 3)).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
    ])
  })

  test('leaves out the time that the spring night skips and runs once in the repeated hour', () => {
    expect(runsAfter('30 2 * * ? *', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ])
    expect(runsAfter('30 2 * * ? *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  test('on weekdays at seven stays at seven after both DST nights', () => {
    const { cron } = manifest.jobs['accounting-dispatch'].trigger
    expect(runsAfter(cron, '2026-03-26T12:00:00Z', 2)).toEqual(['2026-03-27T06:00:00.000Z', '2026-03-30T05:00:00.000Z'])
    expect(runsAfter(cron, '2026-10-22T12:00:00Z', 2)).toEqual(['2026-10-23T05:00:00.000Z', '2026-10-26T06:00:00.000Z'])
  })

  test.each([
    ['0 7 ? * MON-FRI *', '2026-11-20T12:00:00Z', ['2026-11-23T06:00:00.000Z', '2026-11-24T06:00:00.000Z']],
    ['0 7 ? * 2-6 *', '2026-11-20T12:00:00Z', ['2026-11-23T06:00:00.000Z', '2026-11-24T06:00:00.000Z']],
    ['0/15 * * * ? *', '2026-11-20T12:01:00Z', ['2026-11-20T12:15:00.000Z', '2026-11-20T12:30:00.000Z']],
    ['0 8 L * ? *', '2026-11-20T12:00:00Z', ['2026-11-30T07:00:00.000Z', '2026-12-31T07:00:00.000Z']],
    ['0 8 ? * 6L *', '2026-11-20T12:00:00Z', ['2026-11-27T07:00:00.000Z', '2026-12-25T07:00:00.000Z']],
    ['0 8 ? * 6#3 *', '2026-11-20T12:00:00Z', ['2026-12-18T07:00:00.000Z', '2027-01-15T07:00:00.000Z']],
    ['0 8 1 1 ? 2020', '2026-11-20T12:00:00Z', []],
  ])('%s is read as AWS reads it', (expression, from, expected) => {
    expect(runsAfter(expression, from, 2)).toEqual(expected)
  })
})

describe('the schedules', () => {
  function start(file = join(createTemporaryFolder(), 'schedules.json')) {
    const clock = createClock()
    const fired: string[] = []
    const watchers: (() => void)[] = []
    const schedules = startSchedules({
      crons: { nightly: '0 0 * * ? *', monthly: '0 0 1 * ? *' },
      timeZone: AMSTERDAM,
      clock,
      file,
      fire: (name) => {
        schedules.ran(name)
        fired.push(name)
        for (const watcher of watchers.splice(0)) watcher()
      },
    })
    onTestFinished(() => schedules.close())
    return { schedules, clock, fired, file, nextFired: () => new Promise<void>((resolve) => watchers.push(resolve)) }
  }

  test("fire when the functions' clock reaches their time", async () => {
    const { schedules, clock, fired, nextFired } = start()
    clock.set(Date.parse('2026-11-21T22:59:59.900Z'))
    await nextFired()
    expect(fired).toEqual(['nightly'])
    expect(schedules.states()).toMatchObject([
      {
        name: 'nightly',
        expression: '0 0 * * ? *',
        timeZone: AMSTERDAM,
        lastRun: expect.stringMatching(/^2026-11-21T23:00:0/),
        nextRun: '2026-11-22T23:00:00.000Z',
      },
      { name: 'monthly', lastRun: null, nextRun: '2026-11-30T23:00:00.000Z' },
    ])
  })

  test('do not fire for times that the clock jumps over', async () => {
    const { clock, fired, nextFired } = start()
    clock.set(Date.parse('2026-11-21T22:59:00Z'))
    clock.set(Date.parse('2027-03-02T12:00:00Z'))
    clock.set(Date.parse('2027-03-31T21:59:59.950Z'))
    // It becomes midnight of 1 April in Amsterdam, so both jobs are due.
    while (fired.length < 2) await nextFired()
    expect(fired.sort()).toEqual(['monthly', 'nightly'])
  })

  test('remember the last run over a restart', () => {
    const first = start()
    first.clock.set(Date.parse('2026-11-21T10:00:00Z'))
    first.schedules.ran('nightly')
    const [nightly] = start(first.file).schedules.states()
    expect(nightly?.lastRun).toMatch(/^2026-11-21T10:00:00/)
  })
})
