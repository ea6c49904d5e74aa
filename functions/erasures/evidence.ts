import { addMonths, localDateOf, now } from '../../shared/time.ts'
import { isTraced, listRecordsWith } from '../known-customers/service.ts'
import { findLastCall } from '../leads/erasing.ts'
import { eraseConsents, findCallingSettings, listNumbersUsedBefore, noteLastUse } from '../numbers/erasing.ts'
import { asSystem, type Permit } from '../platform/actor.ts'
import { isWritten } from '../platform/data/commit.ts'
import type { Audited } from '../records/erasing.ts'
import { phonesOf } from './evidence-file.ts'
import { eraseFromLog } from './log.ts'

/**
 * Erases the texts of consents of the numbers that no other record has than the one that is erased (`recordId`). Comes
 * before the record, so that an erasure that stops halfway finds the numbers again.
 */
export async function eraseEvidenceWith(recordId: string, audited: readonly Audited[], permit: Permit): Promise<void> {
  for (const value of new Set(phonesOf(audited))) {
    if (!(await isTraced({ by: 'phone', value }, recordId))) await eraseEvidence(permit, value)
  }
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
  const first = addMonths(localDateOf(now()), -12 * keepYears)
  let evidence = 0
  for (const phone of await listNumbersUsedBefore(first)) {
    const lastCall = await findLastCall(await listRecordsWith('lead', phone))
    const isKept = lastCall !== null && lastCall >= first
    // A number that somebody changes meanwhile waits until the next night.
    const isDone = await isWritten(isKept ? noteLastUse(phone, lastCall) : eraseEvidence(permit, phone))
    if (isDone && !isKept) evidence += 1
  }
  return { evidence }
}
