import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync('docs/asvs.md', 'utf8')
const rows = [...text.matchAll(/^\| ([\d.]+) \| (.+) \| (met|not applicable|\*\*open\*\*) \| (.+) \|$/gm)].map(
  ([, id = '', , state = '', by = '']) => ({ id, state, by }),
)

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0; OAuth (10) and WebRTC (17) are answered as a whole. */
const counts = [27, 11, 19, 10, 9, 35, 18, 7, 7, 0, 14, 9, 13, 9, 13, 16]

it('answers each requirement of ASVS level 2 once, in order', () => {
  const byChapter = counts.map((_, index) => rows.filter(({ id }) => id.startsWith(`${index + 1}.`)).length)
  expect(byChapter).toEqual(counts)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const [, ten = ''] = /^All (\d+) are not applicable: no OAuth/m.exec(text) ?? []
  const [, seventeen = ''] = /^All (\d+) are not applicable: no WebRTC/m.exec(text) ?? []
  expect(rows.length + Number(ten) + Number(seventeen)).toBe(253)
})

it('says for each row which test shows it, or why it is not met, and counts them rightly', () => {
  const filesIn = (by: string) => [...by.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
  for (const { id, state, by } of rows) {
    const files = filesIn(by)
    for (const file of files) expect([id, file, existsSync(file)]).toEqual([id, file, true])
    expect([id, state === 'met' ? files.length > 0 : by.length > 5]).toEqual([id, true])
  }
  const count = (state: string) => rows.filter((row) => row.state === state).length
  expect(text).toContain(`${count('met')} are met, `)
  expect(text).toContain(`, ${count('**open**')} open.`)
})

it('names tests in docs/security.md that exist', () => {
  const named = [...readFileSync('docs/security.md', 'utf8').matchAll(/`([\w/.-]+\.(?:test|e2e)\.tsx?)`/g)]
  expect(named.length).toBeGreaterThan(20)
  for (const [, file = ''] of named) expect([file, existsSync(file)]).toEqual([file, true])
})
