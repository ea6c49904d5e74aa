import { basisLabels } from '../../../shared/api/parts/contact-basis.ts'
import { officeLabels, roleLabels } from '../../../shared/api/parts/fields.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { appointmentFields } from '../../../shared/appointments/record.ts'
import { mailSettings } from '../../../shared/appointments/settings.ts'
import {
  type AuditVocabulary,
  fieldWordsOf,
  formatLabel,
  formatNested,
  formatPerson,
} from '../../records/audit-words.ts'
import { appointmentAddress } from '../addresses.ts'
import { consent, contactBasis, customerWords, marketWord } from './customer.ts'
import { buildExportWords } from './export.ts'
import { buildMailWords } from './mail.ts'
import { buildRunWords } from './run.ts'

const mails = buildMailWords({
  confirmation: 'Mail met bevestiging',
  moved: 'Mail over verplaatsing',
  cancelled: 'Mail over annulering',
  reminder: 'Mail met herinnering',
  late: 'Mail over vertraging',
})

/** Words of the audit log for appointments, their settings and calendars. */
export const appointmentsAudit: AuditVocabulary = {
  appointment: {
    name: 'Afspraak',
    verbs: { ...mails.verbs, restore: 'Afspraak teruggezet' },
    fields: {
      ...fieldWordsOf(appointmentFields),
      ...customerWords,
      ...mails.fields,
      date: null,
      heldBy: [
        'Gehouden volgens',
        formatNested({ id: ['Persoon', formatPerson], role: ['Rol', formatLabel(roleLabels)] }),
      ],
      createdBy: ['Gebeld door', formatPerson],
      consent: ['Toestemming', consent],
      contactBasis: ['Grondslag', contactBasis],
      saleRejected: 'Sale afgewezen',
      plannedAt: 'Gepland op',
      confirmationSent: 'Bevestiging verstuurd',
      reminderSent: 'Herinnering verstuurd',
      slot: ['Tijd van de agent', formatLabel({ held: 'Bezet', shared: 'Toch geboekt, gedeeld' })],
      sequence: 'Volgnummer agenda',
    },
    path: appointmentAddress,
  },
  'appointment-run': buildRunWords('afspraken', 'Afspraak', {
    status: ['Status', formatLabel(statusLabels)],
    agentId: ['Agent', formatPerson],
    isHeld: 'Bevestigd',
  }),
  'appointment-settings': {
    name: 'Afspraakinstellingen',
    fields: fieldWordsOf(mailSettings.fields),
  },
  'appointment-export': buildExportWords('Afspraken', {
    status: ['Status', formatLabel(statusLabels)],
    type: ['Type', marketWord],
    office: ['Kantoor', formatLabel(officeLabels)],
    calledBy: ['Gebeld door', formatPerson],
    unregistered: 'Zonder sale',
    basis: ['Grondslag', formatLabel({ missing: basisLabels.missing, inbound: basisLabels.inbound })],
  }),
  'calendar-feed': {
    name: 'Agenda-abonnement',
    verbs: { revoke: 'Agenda-abonnement ingetrokken' },
    fields: { replaces: 'Vervangt abonnement van' },
  },
}
