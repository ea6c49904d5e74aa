import type { Role } from '../../shared/access.ts'
import type { Office } from '../../shared/contract/fields.ts'

export const roleLabels: Record<Role, string> = {
  admin: 'Beheerder',
  teamleader: 'Teamleider',
  agent: 'Agent',
  caller: 'Beller',
}

export const officeLabels: Record<Office, string> = {
  roermond: 'Kantoor Roermond',
  'nieuw-vennep': 'Kantoor Nieuw-Vennep',
}
