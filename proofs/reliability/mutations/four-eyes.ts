import { BILLING, type Killer, type Mutation } from './mutation.ts'

const tests = (...titles: string[]): Killer[] =>
  titles.map((title) => ({ file: `${BILLING}/payments/four-eyes.test.ts`, title }))

const PARTNERS = `${BILLING}/partners`
const APPROVING = `${BILLING}/payments/payment-file-approving.ts`
const FILES = `${BILLING}/payments/payment-files.ts`

/** Mutations of the approval of payment files and changed IBANs by a second admin. */
export const fourEyes: readonly Mutation[] = [
  {
    name: 'payment file: it waits for a second admin',
    file: FILES,
    in: 'order',
    guard: 'choice isAlone',
    becomes: "'open' as const",
    tests: tests('goes to the bank once another admin approved it, never by its maker'),
  },
  {
    name: 'payment file: the bank gets no file that waits',
    file: FILES,
    in: 'downloadPaymentFile',
    guard: 'if row',
    tests: tests('goes to the bank once another admin approved it, never by its maker'),
  },
  {
    name: 'payment file: its maker does not approve it',
    file: APPROVING,
    in: 'isOwn',
    guard: 'binary before',
    becomes: 'false',
    tests: tests('goes to the bank once another admin approved it, never by its maker'),
  },
  {
    name: 'payment file: it is payable when it is approved',
    file: APPROVING,
    in: 'approvePaymentFile',
    guard: 'if refusal',
    tests: tests(
      'holds its invoices while it waits, and is not approved once one was paid otherwise',
      'a file that waited past its day is not approved',
    ),
  },
  {
    name: 'payment file: who approves it is still an admin',
    file: APPROVING,
    in: 'approvePaymentFile',
    guard: 'property conditions',
    tests: tests('is not approved by an admin who is deactivated meanwhile, and one approved before stays approved'),
  },
  {
    name: 'payment file: a rejection takes a reason',
    file: APPROVING,
    in: 'withdrawPaymentFile',
    guard: 'unary reason',
    becomes: 'reason === undefined && id.length === 0',
    tests: tests('is rejected with a reason, which its maker sees; its invoices may be paid by another'),
  },
  {
    name: 'payment file: a rejection releases its invoices',
    file: APPROVING,
    in: 'withdrawPaymentFile',
    guard: 'call held',
    becomes: '[]',
    tests: tests('is rejected with a reason, which its maker sees; its invoices may be paid by another'),
  },
  {
    name: 'payment file: the only admin stays the only one',
    file: FILES,
    in: 'tryToCreate',
    guard: 'choice buildOnlyAdminAudit',
    becomes: '[]',
    tests: tests('is no longer the only one when a second one is added meanwhile: the file waits'),
  },
  {
    name: 'IBAN: a changed one waits',
    file: `${PARTNERS}/partner-account-changes.ts`,
    in: 'planAccountChange',
    guard: 'if pendingAccount NOTHING',
    becomes: 'return { fields: { bankAccount }, notify: [], also: [] }',
    tests: tests('waits for another admin; until then the old one is paid, shown and on documents'),
  },
  {
    name: 'IBAN: who entered it does not approve it',
    file: `${PARTNERS}/partner-accounts.ts`,
    in: 'also',
    guard: 'binary by',
    becomes: 'false',
    tests: tests('waits for another admin; until then the old one is paid, shown and on documents'),
  },
  {
    name: 'IBAN: a rejection takes a reason',
    file: `${PARTNERS}/partner-accounts.ts`,
    in: 'rejectBankAccount',
    guard: 'unary reason',
    becomes: '!by',
    tests: tests('is rejected with a reason, which stays at the partner until another one is entered'),
  },
  {
    name: 'IBAN: the only admin stays the only one',
    file: `${PARTNERS}/partner-account-changes.ts`,
    in: 'planAccountChange',
    guard: 'call buildOnlyAdminAudit',
    tests: tests('enters an IBAN that waits when a second admin is added meanwhile'),
  },
]
