import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { measureSlowness } from './machine-speed.ts'
import { CORE_MINUTES, describeProcessorTime, parseChildrenSeconds, readChildrenSeconds } from './processor-time.ts'

it('the time of ended children is read behind a name with spaces and brackets', () => {
  const stat = '7 (a) b (c)) S 1 7 7 0 -1 4194304 100 200 0 0 11 12 1300 1450 20 0 1 0 99 1000 10'
  expect(parseChildrenSeconds(stat)).toBe(27.5)
})

it('the time rises by what a child used', () => {
  const before = readChildrenSeconds()
  if (before === null) return
  const busy = 'const { user } = process.cpuUsage(); while (process.cpuUsage().user < user + 200_000);'
  spawnSync(process.execPath, ['-e', busy])
  expect((readChildrenSeconds() ?? 0) - before).toBeGreaterThanOrEqual(0.19)
})

it('a whole run above the bound fails; a part of it has no bound', () => {
  const seconds = CORE_MINUTES * 60
  expect(describeProcessorTime(seconds, true, 1)).toEqual({
    line: `✓ ${CORE_MINUTES}.0 core-minutes (bound ${CORE_MINUTES}.0)`,
    ok: true,
  })
  expect(describeProcessorTime(seconds + 6, true, 1).ok).toBe(false)
  expect(describeProcessorTime(seconds + 6, true, 1.5).line).toContain(
    '(bound 45.0, of a machine that takes 1.50 times',
  )
  expect(describeProcessorTime(seconds + 6, false, 1)).toEqual({ line: `✓ ${CORE_MINUTES}.1 core-minutes`, ok: true })
})

it('a machine is at best as quick as the reference', async () => {
  expect(await measureSlowness()).toBeGreaterThanOrEqual(1)
})
