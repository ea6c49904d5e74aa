import { addMonths, localDateOf, now } from '../../shared/time.ts'
import { isTraced } from '../known-customers/service.ts'
import { eraseConsents, findCallingSettings, listNumbersUsedBefore } from '../numbers/erasing.ts'
import { asSystem, type Permit } from '../platform/actor.ts'
import { isWritten } from '../platform/data/commit.ts'
import { eraseFromLog } from './log.ts'

/**
 * Erases the texts of consents of those numbers that no record has any more, and returns the others. May be repeated.
 * Throws 409 when somebody changed a number meanwhile.
 */
export async function eraseEvidenceOf(phones: readonly string[], permit: Permit): Promise<string[]> {
  const traced: string[] = []
  for (const value of phones) {
    if (await isTraced({ by: 'phone', value })) traced.push(value)
    else await eraseEvidence(permit, value)
  }
  return traced
}

async function eraseEvidence(permit: Permit, phone: string): Promise<void> {
  for (const one of await eraseConsents(permit, phone)) await eraseFromLog(one)
}

/**
 * Erases the texts of consents whose last call is longer ago than the settings say (market 67g). Returns the number of
 * phone numbers; may be repeated.
 */
export async function eraseOldEvidence(): Promise<{ evidence: number }> {
  const permit = asSystem('erasures')
  const { keepYears } = await findCallingSettings()
  let evidence = 0
  for (const phone of await listNumbersUsedBefore(addMonths(localDateOf(now()), -12 * keepYears))) {
    // A number that somebody changes meanwhile waits until the next night.
    if (await isWritten(eraseEvidence(permit, phone))) evidence += 1
  }
  return { evidence }
}
