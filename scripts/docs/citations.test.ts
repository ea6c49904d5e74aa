import { expect, test } from 'vitest'
import { citationsOf } from './citations.ts'

test('finds every number of a citation, also across the lines of a comment', () => {
  const comment =
    '/**\n * Locks (rulings 5, 30a\n * and 9; spec §2, §4), see design.md\n * rule 3; but 7 others; rulings 53–55. Decision 3; decisions 47\n * and 62.\n */'
  expect(citationsOf(comment)).toEqual([
    'rulings 5',
    'rulings 30a',
    'rulings 9',
    'rulings 53',
    'rulings 54',
    'rulings 55',
    'spec §2',
    'spec §4',
    'design.md rule 3',
    'decision 3',
    'decision 47',
    'decision 62',
  ])
})
