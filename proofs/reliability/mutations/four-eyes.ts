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
    find: "state: isAlone ? ('open' as const) : ('waiting' as const),",
    replace: "state: 'open' as const,",
    tests: tests('goes to the bank once another admin approved it, never by its maker'),
  },
  {
    name: 'payment file: the bank gets no file that waits',
    file: FILES,
    find: "if (row.state !== 'open') throw conflict(NOT_OPEN[row.state])",
    replace: '',
    tests: tests('goes to the bank once another admin approved it, never by its maker'),
  },
  {
    name: 'payment file: its maker does not approve it',
    file: APPROVING,
    find: 'before.createdBy === actor.id\n      const about',
    replace: 'false\n      const about',
    tests: tests('goes to the bank once another admin approved it, never by its maker'),
  },
  {
    name: 'payment file: it is payable when it is approved',
    file: APPROVING,
    find: 'if (refusal !== null) throw conflict(refusal)',
    replace: '',
    tests: tests(
      'holds its invoices while it waits, and is not approved once one was paid otherwise',
      'a file that waited past its day is not approved',
    ),
  },
  {
    name: 'payment file: who approves it is still an admin',
    file: APPROVING,
    find: 'conditions: requireUnchangedActor(actor, null),',
    replace: '',
    tests: tests('is not approved by an admin who is deactivated meanwhile, and one approved before stays approved'),
  },
  {
    name: 'payment file: a rejection takes a reason',
    file: APPROVING,
    find: 'if (isRejection && !reason)',
    replace: 'if (isRejection && reason === undefined && id.length === 0)',
    tests: tests('is rejected with a reason, which its maker sees; its invoices may be paid by another'),
  },
  {
    name: 'payment file: a rejection releases its invoices',
    file: APPROVING,
    find: 'write: held.map((row) => releaseInvoice(row, id)),',
    replace: 'write: [],',
    tests: tests('is rejected with a reason, which its maker sees; its invoices may be paid by another'),
  },
  {
    name: 'payment file: the only admin stays the only one',
    file: FILES,
    find: "also: isAlone ? [buildOnlyAdminAudit(isAlone, { type: 'payment-file', id: row.id }, {})] : [],",
    replace: 'also: [],',
    tests: tests('is no longer the only one when a second one is added meanwhile: the file waits'),
  },
  {
    name: 'IBAN: a changed one waits',
    file: `${PARTNERS}/partner-account-changes.ts`,
    find: 'fields: { pendingAccount, rejectedAccount: undefined }',
    replace: 'fields: { bankAccount, pendingAccount, rejectedAccount: undefined }',
    tests: tests('waits for another admin; until then the old one is paid, shown and on documents'),
  },
  {
    name: 'IBAN: who entered it does not approve it',
    file: `${PARTNERS}/partner-accounts.ts`,
    find: 'refuseOwnChange(actor, by === actor.id,',
    replace: 'refuseOwnChange(actor, false,',
    tests: tests('waits for another admin; until then the old one is paid, shown and on documents'),
  },
  {
    name: 'IBAN: a rejection takes a reason',
    file: `${PARTNERS}/partner-accounts.ts`,
    find: 'if (!reason) throw invalid',
    replace: 'if (!by) throw invalid',
    tests: tests('is rejected with a reason, which stays at the partner until another one is entered'),
  },
  {
    name: 'IBAN: the only admin stays the only one',
    file: `${PARTNERS}/partner-account-changes.ts`,
    find: 'also: [buildOnlyAdminAudit(isAlone, about, { bankAccount })]',
    replace: 'also: []',
    tests: tests('enters an IBAN that waits when a second admin is added meanwhile'),
  },
]
