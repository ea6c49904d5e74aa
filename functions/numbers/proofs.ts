import { notFound } from '../../shared/errors.ts'
import { auditFile, countFileRequest } from '../export/export-list.ts'
import { isWithinReach } from '../known-customers/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { readProof } from '../proof-files/files.ts'
import { findNumber } from './facts.ts'
import { numberOfId } from './listing.ts'

/**
 * Returns the file that proves a consent, audited. Throws 404 for a consent whose texts the actor may not read, and for
 * one without a file.
 */
export async function readConsentProof(actor: Caller, id: string) {
  const permit = authorise(actor, 'customer:consent', { teamId: actor.teamId, owners: [actor.id] })
  const phone = numberOfId(id)
  if (phone === undefined) throw notFound()
  const consent = (await findNumber(phone)).consents.find((one) => one.id === id)
  if (!consent?.file) throw notFound()
  if (consent.recordedBy !== actor.id && !(await isWithinReach(actor, phone))) throw notFound()
  await countFileRequest(actor)
  const proof = await readProof(consent.file)
  await auditFile(permit, 'consent-proof', proof.bytes, { consentId: id })
  return proof
}
