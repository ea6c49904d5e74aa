import { expect, it } from 'vitest'
import { roles } from './access.ts'
import { saleStatuses } from './api/parts/statuses.ts'
import { listSaleSteps } from './sale-steps.ts'

it('each role moves a sale only along the steps of rulings 35 and 38', () => {
  const table = {
    nieuw: { admin: ['pending', 'approved', 'rejected', 'in_afwachting'], teamleader: ['pending', 'in_afwachting'] },
    pending: { admin: ['approved', 'rejected', 'in_afwachting'], teamleader: ['in_afwachting'] },
    approved: { admin: ['in_afwachting'], teamleader: ['in_afwachting'] },
    rejected: { admin: [], teamleader: [] },
    in_afwachting: { admin: ['klaar_voor_uitbetaling'], teamleader: ['klaar_voor_uitbetaling'] },
    klaar_voor_uitbetaling: { admin: ['uitbetaald'], teamleader: ['uitbetaald'] },
    uitbetaald: { admin: [], teamleader: [] },
  }
  for (const from of saleStatuses) {
    for (const role of roles) {
      const expected = role === 'admin' || role === 'teamleader' ? table[from][role] : []
      expect(listSaleSteps(role, from), `${role} from ${from}`).toEqual(expected)
    }
  }
})

it('nobody moves an unapproved sale to klaar_voor_uitbetaling; an admin approves it there (decision 78)', () => {
  const waiting = (role: (typeof roles)[number]) => listSaleSteps(role, 'in_afwachting', { isApproved: false })
  expect(roles.map(waiting)).toEqual([['approved'], [], [], []])
  expect(listSaleSteps('admin', 'nieuw', { isApproved: false })).toEqual(listSaleSteps('admin', 'nieuw'))
})
