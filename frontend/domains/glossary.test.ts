// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { officeLabels, roleLabels } from '../../shared/api/parts/fields.ts'
import {
  leadStatusLabels,
  priorityLabels,
  saleStatusLabels,
  salesStatusLabels,
} from '../../shared/api/parts/statuses.ts'
import { statusLabels } from '../../shared/appointments/choices.ts'

/** Rows of the glossary: words on screen, name in code, and words to avoid. */
const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Screen '))
  .map((line) => line.split('|').slice(1, 4))
  .map(([screen = '', code = '', not = '']) => ({
    words: screen.split(/[,;]/).map((word) => word.trim()),
    code: [...code.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    not: not.split(',').map((word) => word.trim()),
  }))

const labels: Record<string, Readonly<Record<string, string>>> = {
  'a role': roleLabels,
  'an office': officeLabels,
  'the status of an appointment': statusLabels,
  'the status of a lead': leadStatusLabels,
  'the priority of a lead': priorityLabels,
  'the status of a contract': salesStatusLabels,
  'the status of a sale': saleStatusLabels,
}

describe('the words of the glossary', () => {
  it.each(Object.entries(labels))('match the screens: %s', (_, words) => {
    for (const [code, label] of Object.entries(words)) {
      const row = rows.find((one) => one.code.includes(code) && one.words.includes(label))
      expect(row, `${code}: ${label}`).toBeDefined()
      expect(row?.not, `${code}: ${label}`).not.toContain(label)
    }
  })
})
