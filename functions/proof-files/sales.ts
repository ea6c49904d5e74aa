import { notFound } from '../../shared/errors.ts'
import { countFileRequest } from '../export/export-list.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit } from '../platform/data/commit.ts'
import { defineEntity, must, number, primary, text } from '../platform/data/table.ts'
import { readProof } from './files.ts'

// What is asked of a sale. The domain of sales imports that of leads, whose function has the files, so it cannot give
// its own entity.
const Sales = defineEntity('sale', {
  attributes: {
    ...{ id: must, customerName: must, teamId: number, agentId: must, callerId: text },
    confirmation: { type: 'map', properties: { fileKey: text, filename: text } },
  },
  indexes: { primary: primary('sale#${id}', 'sale') },
})

/**
 * Returns the file that proves the yes to a sale within reach, and audits that. A signed contract shows the IBAN, so it
 * takes the right to see that (rulings 62). Throws 404 for a sale without a file, 429 after 30 files in five minutes.
 */
export async function readSaleProof(actor: Caller, id: string) {
  const { data } = await Sales.get({ id }).go({ consistent: true })
  if (!data) throw notFound()
  const { teamId, agentId, callerId, confirmation, customerName: name } = data
  const permit = authorise(actor, 'sale:reveal', { teamId, owners: callerId ? [agentId, callerId] : [agentId] })
  const { fileKey, filename } = confirmation ?? {}
  if (!fileKey || !filename) throw notFound()
  await countFileRequest(actor)
  const proof = await readProof({ key: fileKey, filename })
  await commit(permit, { action: 'sale.open-proof', entity: { type: 'sale', id, name }, write: [] })
  return proof
}
