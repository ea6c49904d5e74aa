import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take longest, 12 seconds or more on two idle cores; longest first. Vitest knows the times of earlier
 * runs, but a fresh clone has none. It then starts the largest files first, and some of these files are small: the last
 * one ran alone for half a minute.
 */
export const LONGEST: readonly string[] = [
  'proofs/security/walk.test.ts',
  'proofs/reliability/faults.test.ts',
  'frontend/features/dashboard/list-links.test.tsx',
  'proofs/reliability/read-back.test.ts',
  'proofs/security/fuzz.test.ts',
  'proofs/reliability/book/payable-even.test.ts',
  'proofs/reliability/book/payable-odd.test.ts',
  'frontend/app/first-data.test.tsx',
  'proofs/reliability/numbering-faults.test.ts',
  'frontend/features/contracts/expiring-contracts.test.tsx',
  'infra/template-project.test.ts',
  'infra/local/runtime.test.ts',
  'proofs/reliability/restore.test.ts',
  'functions/invoices/bank/booking-order.test.ts',
  'proofs/reliability/imports.test.ts',
  'proofs/reliability/page-size.test.ts',
  'proofs/reliability/idempotency.test.ts',
  'proofs/security/relay.test.ts',
  'proofs/reliability/numbering.test.ts',
]

/** Starts the longest test files of each project first, so that no worker has one left when the others are done. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId))
      return projects.indexOf(project) * (LONGEST.length + 1) + (place < 0 ? LONGEST.length : place)
    }
    return sorted.sort((one, other) => placeOf(one) - placeOf(other))
  }
}
