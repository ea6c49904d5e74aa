import type { Action, Role } from './access.ts'
import { roleLabels } from './api/parts/fields.ts'
import { atFirstUse } from './at-first-use.ts'
import { moneyText, wholeCents } from './money.ts'
import { dateText, type Instant, type LocalDate, monthText } from './time.ts'

/** Choices for a kind of notification: in the app; also by mail, daily or at once; or not at all. */
export const notificationChoices = ['app', 'daily', 'mail', 'off'] as const
export type NotificationChoice = (typeof notificationChoices)[number]

export const notificationChoiceLabels: Record<NotificationChoice, string> = {
  app: 'In de app',
  daily: 'In de dagelijkse mail',
  mail: 'Meteen per mail',
  off: 'Uit',
}

/** Kinds of notification, each with its default choice. Each function that stores one loads this and no texts. */
export const notificationDefaults = {
  'appointment-assigned': 'app',
  'appointment-moved': 'app',
  'appointment-changed': 'app',
  'lead-assigned': 'app',
  'closing-waits': 'app',
  'calls-warned': 'mail',
  'contract-assigned': 'app',
  'sale-approved': 'app',
  'sale-rejected': 'app',
  'commission-changed': 'app',
  'commission-paid': 'app',
  'question-asked': 'mail',
  'question-answered': 'mail',
  'upload-done': 'app',
  'upload-asks': 'app',
  'invoice-refused': 'mail',
  'payment-file-waits': 'mail',
  'payment-file-decided': 'app',
  'bank-account-waits': 'mail',
  'bank-account-decided': 'app',
  'payment-waits': 'mail',
  'payment-decided': 'app',
  'period-opened': 'mail',
  'account-changed': 'mail',
} as const satisfies Readonly<Record<string, NotificationChoice>>
export type NotificationKind = keyof typeof notificationDefaults
export const notificationKindNames = Object.keys(notificationDefaults) as [NotificationKind, ...NotificationKind[]]

/** Input for the texts of a notification. */
interface WordsInput<Facts> {
  /** Number of records that the notification is about. */
  readonly count: number
  /** Current name of the person whose action the notification is about; null for the system. */
  readonly by: string | null
  /** Values of the latest of these records that the texts mention, such as its date. */
  readonly facts: Facts
}

interface Words {
  readonly title: string
  readonly text: string
}

/** A kind of notification. */
interface Kind<Facts> {
  /** Label in the settings. */
  readonly label: string
  /** Heading in the settings. */
  readonly group: NotificationGroup
  /** Action that the receiver must be allowed. */
  readonly action: Action
  /**
   * Returns the texts of a notification. Its facts hold nothing about a customer, because the receiver may later lose
   * the right to see customers.
   */
  readonly words: (input: WordsInput<Facts>) => Words
}

export const notificationGroups = [
  'Afspraken',
  'Leads en contracten',
  'Sales en commissies',
  'Uploads',
  'Facturen',
  'Gebruikers',
] as const
type NotificationGroup = (typeof notificationGroups)[number]

/* @__NO_SIDE_EFFECTS__ */
const kind = <Facts extends object>(one: Kind<Facts>): Kind<Facts> => one

const byWhom = (by: string | null) => (by === null ? '' : `Door ${by}`)
const somebody = (by: string | null) => by ?? 'Partnerview'

const moment = atFirstUse(
  () =>
    new Intl.DateTimeFormat('nl-NL', {
      ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
      timeZone: 'Europe/Amsterdam',
    }),
)
const momentText = (at: Instant) => moment().format(new Date(at)).replaceAll(/[.,]/g, '').replace(' om ', ' ')

const appointmentsBy =
  (done: string) =>
  (by: string | null, count: number): string =>
    `${somebody(by)} ${done} ${count === 1 ? 'een afspraak' : `${count} afspraken`}`

const changed = { cancelled: 'annuleerde', removed: 'verwijderde', changed: 'wijzigde' } as const

/** Facts of an uploaded file. */
interface UploadFacts {
  readonly list: 'contracts' | 'leads'
  readonly filename: string
  readonly rows: number
}

const uploadText = ({ filename, rows }: UploadFacts) =>
  `${filename} · ${rows === 1 ? '1 rij' : `${rows.toLocaleString('nl-NL')} rijen`}`

/** Facts of a payment file; its total in cents. */
interface PaymentFileFacts {
  readonly invoices: number
  readonly total: number
  readonly day: LocalDate
}

const paymentFileText = ({ invoices, total, day }: PaymentFileFacts) =>
  [invoices === 1 ? '1 factuur' : `${invoices} facturen`, moneyText(wholeCents(total)), `voor ${dateText(day)}`].join(
    ' · ',
  )

/** Events of an account, as the end of a title. */
const accountEvents = {
  created: 'nieuwe gebruiker',
  role: 'rol gewijzigd',
  employmentType: 'dienstverband gewijzigd',
  rights: 'rechten gewijzigd',
  deactivated: 'gedeactiveerd',
  reactivated: 'opnieuw actief',
  password: 'wachtwoord ingesteld',
  invited: 'opnieuw uitgenodigd',
  twoFactor: '2FA gereset',
  standInProposed: 'voorgesteld als plaatsvervanger',
  standInNamed: 'plaatsvervanger',
  standInEnded: 'geen plaatsvervanger meer',
} as const
export type AccountEvent = keyof typeof accountEvents

/** Events of a closed month, as the end of a title. */
export type PeriodEvent = 'weer open' | 'vraag om te openen' | 'aangifte geopend'

const outcomes = { approved: 'goedgekeurd', rejected: 'afgekeurd', withdrawn: 'ingetrokken' } as const

/** Words of every kind of notification; a missing kind does not compile. */
export const notificationKinds = {
  'appointment-assigned': kind<{ readonly start: Instant }>({
    ...{ label: 'Afspraak aan mij toegewezen', group: 'Afspraken', action: 'appointment:read' },
    words: ({ count, by, facts }) => ({
      title: count === 1 ? 'Afspraak toegewezen' : `${count} afspraken toegewezen`,
      text: count === 1 ? [momentText(facts.start), byWhom(by)].filter(Boolean).join(' · ') : byWhom(by),
    }),
  }),
  'appointment-moved': kind<{ readonly from: Instant; readonly to: Instant }>({
    ...{ label: 'Afspraak van mij verplaatst', group: 'Afspraken', action: 'appointment:read' },
    words: ({ count, by, facts }) => ({
      title: appointmentsBy('verplaatste')(by, count),
      text: count === 1 ? `Van ${momentText(facts.from)} naar ${momentText(facts.to)}` : '',
    }),
  }),
  'appointment-changed': kind<{ readonly start: Instant; readonly what: keyof typeof changed }>({
    ...{ label: 'Afspraak van mij gewijzigd', group: 'Afspraken', action: 'appointment:read' },
    words: ({ count, by, facts }) => ({
      title: appointmentsBy(count === 1 ? changed[facts.what] : changed.changed)(by, count),
      text: count === 1 ? momentText(facts.start) : '',
    }),
  }),
  'lead-assigned': kind<object>({
    ...{ label: 'Leads aan mij toegewezen', group: 'Leads en contracten', action: 'lead:read' },
    words: ({ count, by }) => ({
      title: count === 1 ? 'Lead toegewezen' : `${count} leads toegewezen`,
      text: byWhom(by),
    }),
  }),
  'closing-waits': kind<object>({
    ...{
      label: 'Voorlopig gesloten nummers',
      group: 'Leads en contracten',
      action: 'customer:judge',
    },
    words: ({ count }) => ({
      title: count === 1 ? 'Nummer voorlopig gesloten' : `${count} nummers voorlopig gesloten`,
      text: 'Bevestig ze of draai ze terug',
    }),
  }),
  'calls-warned': kind<{ readonly until: LocalDate; readonly reason: string }>({
    ...{ label: 'Bellen zonder toestemming', group: 'Leads en contracten', action: 'calling:manage' },
    words: ({ by, facts }) => ({
      title: `Bellen zonder toestemming mag tot en met ${dateText(facts.until)}`,
      text: `${somebody(by)}: ${facts.reason}`,
    }),
  }),
  'contract-assigned': kind<object>({
    ...{ label: 'Contracten aan mij toegewezen', group: 'Leads en contracten', action: 'lead:read' },
    words: ({ count, by }) => ({
      title: count === 1 ? 'Aflopend contract toegewezen' : `${count} aflopende contracten toegewezen`,
      text: byWhom(by),
    }),
  }),
  'sale-approved': kind<object>({
    ...{ label: 'Sale van mij goedgekeurd', group: 'Sales en commissies', action: 'sale:read' },
    words: ({ count, by }) => ({
      title: count === 1 ? 'Sale goedgekeurd' : `${count} sales goedgekeurd`,
      text: byWhom(by),
    }),
  }),
  'sale-rejected': kind<object>({
    ...{ label: 'Sale van mij afgekeurd', group: 'Sales en commissies', action: 'sale:read' },
    words: ({ count, by }) => ({
      title: count === 1 ? 'Sale afgekeurd' : `${count} sales afgekeurd`,
      text: byWhom(by),
    }),
  }),
  'commission-changed': kind<object>({
    ...{
      label: 'Commissie van mij gewijzigd',
      group: 'Sales en commissies',
      action: 'commission:read',
    },
    words: ({ count, by }) => ({
      title: count === 1 ? 'Commissie gewijzigd' : `${count} commissies gewijzigd`,
      text: byWhom(by),
    }),
  }),
  'commission-paid': kind<object>({
    ...{ label: 'Commissie uitbetaald', group: 'Sales en commissies', action: 'commission:read' },
    words: ({ count, by }) => ({
      title: count === 1 ? 'Commissie uitbetaald' : `${count} commissies uitbetaald`,
      text: byWhom(by),
    }),
  }),
  'question-asked': kind<object>({
    ...{
      label: 'Vraag over een commissie',
      group: 'Sales en commissies',
      action: 'commission:manage',
    },
    words: ({ count, by }) => ({
      title: `${somebody(by)} vraagt iets over ${count === 1 ? 'een commissie' : `${count} commissies`}`,
      text: '',
    }),
  }),
  'question-answered': kind<object>({
    ...{ label: 'Vraag van mij beantwoord', group: 'Sales en commissies', action: 'commission:read' },
    words: ({ count, by }) => ({
      title: count === 1 ? 'Je vraag is beantwoord' : `${count} vragen van je zijn beantwoord`,
      text: byWhom(by),
    }),
  }),
  'upload-done': kind<UploadFacts & { readonly hasFailed: boolean }>({
    ...{ label: 'Upload klaar of mislukt', group: 'Uploads', action: 'contract:manage' },
    words: ({ facts }) => ({ title: facts.hasFailed ? 'Upload mislukt' : 'Upload klaar', text: uploadText(facts) }),
  }),
  'upload-asks': kind<UploadFacts & { readonly asks: 'columns' | 'confirmation' }>({
    ...{ label: 'Upload wacht op mij', group: 'Uploads', action: 'contract:manage' },
    words: ({ facts }) => ({
      title: facts.asks === 'columns' ? 'Kolommen van een upload niet herkend' : 'Upload wacht op je akkoord',
      text: facts.rows === 0 ? facts.filename : uploadText(facts),
    }),
  }),
  'invoice-refused': kind<{ readonly invoiceNumber: string; readonly partner: string; readonly total: number }>({
    ...{ label: 'Factuur geweigerd door partner', group: 'Facturen', action: 'self-billing:manage' },
    words: ({ facts }) => ({
      title: `${facts.partner} weigert een factuur`,
      text: `${facts.invoiceNumber} · ${moneyText(wholeCents(facts.total))}`,
    }),
  }),
  'payment-file-waits': kind<PaymentFileFacts>({
    ...{ label: 'Betaalbestand goed te keuren', group: 'Facturen', action: 'payment:approve' },
    words: ({ by, facts }) => ({
      title: 'Betaalbestand wacht op jouw goedkeuring',
      text: [paymentFileText(facts), ...(by === null ? [] : [`gemaakt door ${by}`])].join(' · '),
    }),
  }),
  'payment-file-decided': kind<
    PaymentFileFacts & { readonly outcome: keyof typeof outcomes; readonly reason?: string }
  >({
    ...{ label: 'Uitslag van mijn betaalbestand', group: 'Facturen', action: 'self-billing:manage' },
    words: ({ by, facts }) => ({
      title: `Betaalbestand ${outcomes[facts.outcome]}`,
      text: [paymentFileText(facts), by === null ? '' : `door ${by}`, facts.reason].filter(Boolean).join(' · '),
    }),
  }),
  'bank-account-waits': kind<{ readonly partner: string }>({
    ...{ label: 'Rekening goed te keuren', group: 'Facturen', action: 'payment:approve' },
    words: ({ by, facts }) => ({
      title: `Nieuwe rekening van ${facts.partner} wacht op jouw goedkeuring`,
      text: by === null ? '' : `Ingevoerd door ${by}`,
    }),
  }),
  'bank-account-decided': kind<{
    readonly partner: string
    readonly outcome: 'approved' | 'rejected'
    readonly reason?: string
  }>({
    ...{ label: 'Uitslag van mijn rekening', group: 'Facturen', action: 'self-billing:manage' },
    words: ({ by, facts }) => ({
      title: `Nieuwe rekening van ${facts.partner} ${outcomes[facts.outcome]}`,
      text: [byWhom(by), facts.reason].filter(Boolean).join(' · '),
    }),
  }),
  'payment-waits': kind<{ readonly invoiceNumber: string; readonly partner: string; readonly total: number }>({
    ...{ label: 'Betaling goed te keuren', group: 'Facturen', action: 'payment:approve' },
    words: ({ by, facts }) => ({
      title: 'Betaling wacht op jouw goedkeuring',
      text: [facts.partner, facts.invoiceNumber, moneyText(wholeCents(facts.total)), byWhom(by)]
        .filter(Boolean)
        .join(' · '),
    }),
  }),
  'payment-decided': kind<{
    readonly invoiceNumber: string
    readonly partner: string
    readonly total: number
    readonly outcome: 'approved' | 'rejected'
    readonly reason?: string
  }>({
    ...{ label: 'Uitslag van mijn betaling', group: 'Facturen', action: 'self-billing:manage' },
    words: ({ by, facts }) => ({
      title: `Betaling van ${facts.invoiceNumber} ${outcomes[facts.outcome]}`,
      text: [moneyText(wholeCents(facts.total)), byWhom(by), facts.reason].filter(Boolean).join(' · '),
    }),
  }),
  'period-opened': kind<{ readonly month: string; readonly event: PeriodEvent; readonly reason: string }>({
    ...{ label: 'Open maand', group: 'Facturen', action: 'self-billing:manage' },
    words: ({ by, facts }) => ({
      title: `Boekhouding ${monthText(facts.month)}: ${facts.event}`,
      text: `${somebody(by)}: ${facts.reason}`,
    }),
  }),
  'account-changed': kind<{ readonly name: string; readonly role: Role; readonly what: readonly AccountEvent[] }>({
    ...{ label: 'Nieuwe of gewijzigde gebruiker', group: 'Gebruikers', action: 'user:admin' },
    words: ({ by, facts }) => ({
      title: `${facts.name}: ${facts.what.map((one) => accountEvents[one]).join(', ')}`,
      text: [roleLabels[facts.role], byWhom(by)].filter(Boolean).join(' · '),
    }),
  }),
} as const satisfies Record<NotificationKind, Kind<never>>

export type NotificationFacts<K extends NotificationKind> =
  (typeof notificationKinds)[K] extends Kind<infer F> ? F : never

/**
 * Returns the title and the text of a notification, in Dutch. `customer` is the name of the customer of its latest
 * record; null when the reader may not see one.
 */
export function notificationWords(kind: NotificationKind, input: WordsInput<object>, customer: string | null): Words {
  const { title, text } = (notificationKinds[kind] as Kind<object>).words(input)
  const others = input.count === 1 ? '' : ` en ${input.count - 1} andere`
  return { title, text: [customer && `${customer}${others}`, text].filter(Boolean).join(' · ') }
}

/** Days that a notification is kept. */
export const NOTIFICATION_DAYS = 90

/** Maximum number of unread notifications that are counted; a higher number is shown as this one. */
export const MOST_UNREAD = 100
