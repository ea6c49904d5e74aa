import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'

test('positions in built code become lines of the source; others stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partnerview-maps-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source =
    'export function add(one: number) {\n  if (one < 0) throw new Error("below zero")\n  return one + 1\n}\n'
  const { code, map } = transformSync(source, {
    loader: 'ts',
    minify: true,
    sourcemap: 'external',
    sourcefile: 'frontend/add.ts',
  })
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/home-1a2b.js.map'), map)

  const column = code.indexOf('new Error') + 1
  const lines = [
    `at x (https://app.partnerview.example/assets/home-1a2b.js:1:${column})`,
    `{"position":"home-1a2b.js:1:${column}"}`,
    'at y (https://app.partnerview.example/assets/other-1a2b.js:1:5)',
  ]
  const written = execFileSync(process.execPath, ['scripts/symbolise.ts', '--maps', folder], {
    input: lines.join('\n'),
  })
  expect(written.toString().split('\n')).toEqual([
    expect.stringMatching(/^at x \(frontend\/add\.ts:2:\d+\)$/),
    expect.stringMatching(/^\{"position":"frontend\/add\.ts:2:\d+"\}$/),
    lines[2],
  ])
})
