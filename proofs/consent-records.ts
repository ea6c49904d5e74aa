import { buildProofForm } from '../testing/invoices.ts'
import type { Person, World } from '../testing/world.ts'
import { sessionFor } from './cast.ts'
import { requireId } from './replies.ts'

/** Records a consent of a number as a person, with a file as its proof if asked; returns its id. */
export async function recordConsentFor(world: World, by: Person, number: string, hasFile: boolean): Promise<string> {
  const as = await sessionFor(world, by)
  const form = buildProofForm()
  const fileKey = hasFile ? (await world.call('POST', '/api/consents/proof', { as, ...form })).body.key : null
  const body = { number, givenBy: 'event', givenAt: '2026-11-02', text: 'Ja, bel mij', proof: 'beurs.pdf', fileKey }
  return requireId(await world.call('POST', '/api/consents', { as, body }))
}
