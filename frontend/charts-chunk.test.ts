import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { buildBenchSite, chartFilesOf } from '../bench/browser.ts'

/** String that only the chart library contains. */
const OF_CHARTS = 'recharts-'

afterEach(() => vi.unstubAllEnvs())

test('charts weigh at most 110 kB gzipped, and no screen loads their library before it draws a chart', async () => {
  // Tests run the development builds of libraries; this test must weigh the production build.
  vi.stubEnv('NODE_ENV', 'production')
  const site = await buildBenchSite('charts-test-site')
  const { outDir, entry, named, filesOf, weigh } = site
  const files = chartFilesOf(site)
  expect(await weigh(files)).toBeLessThanOrEqual(110)

  const textOf = async (file: string) => readFile(join(outDir, file), 'utf8')
  const withLibrary = async (some: readonly string[]) => {
    const texts = await Promise.all(some.map(async (file) => ((await textOf(file)).includes(OF_CHARTS) ? [file] : [])))
    return texts.flat()
  }
  expect(await withLibrary(files)).toHaveLength(1)
  const first = filesOf([entry, named('dashboard-screen')])
  expect(await withLibrary(first)).toEqual([])
  expect(
    await withLibrary(filesOf([entry, named('dashboard-screen'), named('role-panels'), named('reports-screen')])),
  ).toEqual([])
  expect(await weigh(filesOf([entry]))).toBeLessThanOrEqual(170)
})
