import { buildProofForm } from '../testing/invoices.ts'
import type { Person, World } from '../testing/world.ts'
import { sessionFor } from './cast.ts'
import { requireId } from './replies.ts'

/** Uploads a file as a person, for a record of theirs; returns its key. */
async function uploadProof(world: World, by: Person): Promise<string> {
  const as = await sessionFor(world, by)
  return (await world.call('POST', '/api/proofs', { as, ...buildProofForm() })).body.key
}

/** Gives a sale a file that proves its confirmation. */
export async function proveSale(world: World, by: Person, id: string): Promise<void> {
  const body = { confirmation: { kind: 'document', fileKey: await uploadProof(world, by) } }
  await world.call('PATCH', `/api/sales/${id}`, { as: await sessionFor(world, by), body })
}

/** Records a consent of a number as a person, with a file as its proof if asked; returns its id. */
export async function recordConsentFor(world: World, by: Person, number: string, hasFile: boolean): Promise<string> {
  const as = await sessionFor(world, by)
  const fileKey = hasFile ? await uploadProof(world, by) : null
  const body = { number, givenBy: 'event', givenAt: '2026-11-02', text: 'Ja, bel mij', proof: 'beurs.pdf', fileKey }
  return requireId(await world.call('POST', '/api/consents', { as, body }))
}
