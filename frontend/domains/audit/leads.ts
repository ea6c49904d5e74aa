import { basisLabels } from '../../../shared/api/parts/contact-basis.ts'
import { leadStatusLabels, priorityLabels } from '../../../shared/api/parts/statuses.ts'
import { leadColumnLabels } from '../../../shared/api/schemas/lead-columns.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import { legalFormLabels } from '../../../shared/numbers/legal-form-labels.ts'
import { consentWayLabels, verificationLabels } from '../../../shared/numbers/state-texts.ts'
import { callGateLabels, callPartLabels, callStateLabels } from '../../../shared/numbers/states.ts'
import {
  type AuditVocabulary,
  fieldWordsOf,
  formatCount,
  formatLabel,
  formatNested,
  formatPerson,
  formatRecordLink,
} from '../../records/audit-words.ts'
import { customerPageAddress, leadAddress } from '../addresses.ts'
import { paths } from '../paths.ts'
import { consent, customerWords } from './customer.ts'
import { buildExportWords, fileWords } from './export.ts'
import { buildLayoutWords, buildPreviewWords, buildUploadWords } from './import.ts'
import { buildRunWords } from './run.ts'

const yesOrNo = formatLabel({ true: 'Ja', false: 'Nee' })

const choice = {
  status: ['Status', formatLabel(leadStatusLabels)],
  priority: ['Prioriteit', formatLabel(priorityLabels)],
  ownerId: ['Eigenaar', formatPerson],
} as const

/** Words of the audit log for leads, customers and numbers that may not be called. */
export const leadsAudit: AuditVocabulary = {
  lead: {
    name: 'Lead',
    verbs: {
      call: 'Belnotitie bij lead',
      'undo-call': 'Belnotitie ongedaan gemaakt',
      assign: 'Lead toegewezen',
      plan: 'Afspraak gepland voor lead',
      convert: 'Lead werd een sale',
      'do-not-call': 'Niet bellen gewijzigd bij lead',
    },
    fields: {
      ...fieldWordsOf(leadFields),
      ...customerWords,
      lastCall: ['Laatst gebeld', formatNested({ at: 'Op', note: 'Notitie' })],
      openBasis: [
        'Mag kort gebeld worden',
        formatNested({ kind: ['Waarom', formatLabel(basisLabels)], from: 'Vanaf', until: 'Tot' }),
      ],
      consent: ['Toestemming', consent],
      sales: ['Sales', formatCount],
      statusBefore: ['Status voor de sale', formatLabel(leadStatusLabels)],
      rank: null,
    },
    path: leadAddress,
  },
  'lead-run': buildRunWords('leads', 'Lead', { ownerId: choice.ownerId }),
  lead_upload: { ...buildUploadWords('Leadupload', 'Leads'), path: () => paths.leads },
  lead_preview: { ...buildPreviewWords(leadColumnLabels), path: () => paths.leads },
  lead_layout: { ...buildLayoutWords(leadColumnLabels), path: () => paths.leads },
  'lead-export': buildExportWords('Leads', {
    wrongRowsOf: 'Foute rijen van',
    ...choice,
    callToday: ['Vandaag bellen', formatLabel({ true: 'Ja' })],
    callBacks: ['Terugbellen', formatLabel({ true: 'Ja' })],
    doNotCall: ['Wil niet gebeld worden', yesOrNo],
    call: ['Bellen', formatLabel(callPartLabels)],
    callState: ['Stand', formatLabel(callStateLabels)],
    letters: ['Brievenlijst', formatLabel({ true: 'Ja' })],
  }),
  customer: {
    name: 'Klant',
    verbs: { join: 'Klanten samengevoegd', release: 'Klant losgemaakt' },
    fields: { knownUnder: 'Bekend onder' },
    path: customerPageAddress,
  },
  'do-not-call': {
    name: 'Niet bellen',
    verbs: {
      set: 'Nummer wil niet gebeld worden',
      'set-for-others': 'Klant van anderen wil niet gebeld worden',
      confirm: 'Voorlopige sluiting bevestigd',
      lift: 'Nummer mag weer gebeld worden',
    },
    fields: {
      phone: 'Telefoon',
      date: 'Datum',
      source: 'Bron',
      setBy: ['Gezet door', formatPerson],
      reason: 'Reden',
      provisional: ['Voorlopig', yesOrNo],
    },
  },
  consent: {
    name: 'Toestemming',
    verbs: {
      create: 'Toestemming vastgelegd',
      confirm: 'Bewijs van toestemming gezien',
      withdraw: 'Toestemming ingetrokken',
    },
    fields: {
      phone: 'Telefoon',
      name: 'Naam',
      callers: ['Ook voor', formatCount],
      givenBy: ['Gegeven via', formatLabel(consentWayLabels)],
      givenAt: 'Gegeven op',
      source: 'Bron',
      text: 'Tekst',
      proof: 'Bewijs',
      file: ['Bestand', formatNested({ key: null, ...fileWords })],
      verified: ['Gecontroleerd met', formatLabel(verificationLabels)],
      firstCallBy: 'Eerst bellen uiterlijk',
      until: 'Geldig tot en met',
      calledAt: 'Eerst gebeld op',
      listId: 'Lijst',
      isOfMany: ['Met andere nummers', yesOrNo],
      recordedBy: ['Vastgelegd door', formatPerson],
      recordedAt: 'Vastgelegd op',
      isToConfirm: ['Bewijs nog te bekijken', yesOrNo],
      confirmedBy: ['Bewijs gezien door', formatPerson],
      confirmedAt: 'Bewijs gezien op',
      withdrawnAt: 'Ingetrokken op',
      withdrawnBy: ['Ingetrokken door', formatPerson],
      withdrawnHow: 'Hoe ingetrokken',
      isWrongNumber: ['Verkeerd verbonden', yesOrNo],
    },
  },
  proof: {
    name: 'Bestand als bewijs',
    verbs: { create: 'Bewijs geüpload' },
    fields: { size: fileWords.size, contentType: 'Soort bestand' },
  },
  'consent-proof-export': {
    name: 'Bewijs van toestemming',
    verbs: { export: 'Bewijs van toestemming geopend' },
    fields: { consentId: ['Toestemming', formatRecordLink] },
  },
  'call-evidence-export': buildExportWords('Belbewijs', {
    reader: ['Voor', formatLabel({ office: 'Kantoor', customer: 'Klant' })],
  }),
  number: {
    name: 'Telefoonnummer',
    verbs: {
      'legal-form': 'Rechtsvorm van nummer gezet',
      'take-back': 'Toestemming ongedaan gemaakt',
      erase: 'Teksten van toestemmingen gewist',
    },
    fields: {
      legalForm: ['Rechtsvorm', formatLabel(legalFormLabels)],
      kvkNumber: 'KvK-nummer',
      company: 'Bedrijf',
      consents: 'Toestemmingen',
    },
  },
  'calling-settings': {
    name: 'Belinstellingen',
    fields: {
      gate: ['Bellen zonder toestemming', formatLabel(callGateLabels)],
      callGateFrom: 'Geldt vanaf',
      warnReason: 'Reden om te waarschuwen',
      warnUntil: 'Waarschuwen tot en met',
      consentMonths: 'Geldigheid van toestemming in maanden',
      firstCallMonths: 'Eerste gesprek binnen maanden',
      keepYears: 'Bewaartermijn in jaren',
    },
  },
}
