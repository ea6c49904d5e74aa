import { INVOICES, type Killer, type Mutation, testsOf } from './mutation.ts'

const tests = (...titles: string[]): Killer[] =>
  titles.map((title) => ({ file: `${INVOICES}/payments/four-eyes.test.ts`, title }))

const eyes = (...titles: string[]): Killer[] =>
  titles.map((title) => ({ file: `${INVOICES}/payments/approvers.test.ts`, title }))

const own = (...titles: string[]): Killer[] =>
  titles.map((title) => ({ file: `${INVOICES}/partners/partners.test.ts`, title }))

const APPROVERS = 'functions/people/approvers.ts'
const STAND_INS = 'functions/people/users/stand-ins.ts'
const USER = 'functions/platform/identity/user.ts'
const PARTNERS = `${INVOICES}/partners`
const APPROVING = `${INVOICES}/payments/payment-file-approving.ts`
const FILES = `${INVOICES}/payments/payment-files.ts`

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
    name: 'approval: its maker does not give it',
    file: APPROVERS,
    in: 'isOwn',
    guard: 'binary made',
    becomes: 'false',
    tests: tests(
      'goes to the bank once another admin approved it, never by its maker',
      'waits for another admin; until then the old one is paid, shown and on documents',
    ),
  },
  {
    name: 'approval: it names the version that was seen',
    file: APPROVERS,
    in: 'approveAsSecond',
    guard: 'if expectedVersion',
    tests: eyes('approves the IBAN that was seen, not one that was swapped meanwhile'),
  },
  {
    name: 'approval: the approver had the right for a day',
    file: APPROVERS,
    in: 'explainApprover',
    guard: 'if NEW_APPROVER',
    tests: eyes(
      'was an admin for the day before, whoever made them one',
      'is named by two admins, which all are told, and counts a day later',
    ),
  },
  {
    name: 'approval: the maker did not reset the approver',
    file: APPROVERS,
    in: 'explainApprover',
    guard: 'if RESET_BY_MAKER',
    tests: eyes('was not reset by the maker since the day before'),
  },
  {
    name: 'approval: the maker was an admin for a day',
    file: APPROVERS,
    in: 'explainApprover',
    guard: 'if NEW_MAKER',
    tests: eyes('is not who makes an admin, or takes one over, and pays as that admin'),
  },
  {
    name: 'approval: the approver did not reset the maker',
    file: APPROVERS,
    in: 'explainApprover',
    guard: 'choice MAKER_RESET',
    becomes: 'null',
    tests: eyes('is not who makes an admin, or takes one over, and pays as that admin'),
  },
  {
    name: 'stand-in: a second admin approves the proposal',
    file: STAND_INS,
    in: 'approveStandIn',
    guard: 'if ownProposal',
    tests: eyes('is one of three at most, proposed by one of two admins or more'),
  },
  {
    name: 'stand-in: the only admin names none',
    file: STAND_INS,
    in: 'proposeStandIn',
    guard: 'if onlyAdminCondition',
    tests: eyes('is one of three at most, proposed by one of two admins or more'),
  },
  {
    name: 'stand-in: there are three at most',
    file: 'functions/people/roster.ts',
    in: 'joinRoster',
    guard: 'if STAND_INS',
    becomes: 'return joined',
    tests: eyes('is one of three at most, proposed by one of two admins or more'),
  },
  {
    name: 'stand-in: one who is paid by a partner approves nothing',
    file: `${INVOICES}/second-eyes.ts`,
    in: 'approvePaymentAsSecond',
    guard: 'if isPaidStandIn',
    tests: eyes('approves nothing when reset by the maker, or paid by a partner'),
  },
  {
    name: 'stand-in: a deactivation ends one',
    file: USER,
    in: 'next',
    guard: 'choice isNoStandIn',
    becomes: '{}',
    tests: eyes('ends with a deactivation and as an admin; a proposal that is taken back is not approved'),
  },
  {
    name: 'stand-in: the sessions end with the right',
    file: USER,
    in: 'isOtherPower',
    guard: 'logical isStandIn',
    becomes: 'powers.some(isOther)',
    tests: eyes('is ended by one admin, at once, also while approving'),
  },
  {
    name: 'approval: who gives it is the same admin still',
    file: APPROVERS,
    in: 'approveAsSecond',
    guard: 'property conditions',
    becomes: 'conditions: []',
    tests: [
      ...eyes('is not reset meanwhile'),
      ...tests('is not approved by an admin who is deactivated meanwhile, and one approved before stays approved'),
    ],
  },
  {
    name: 'payment by hand: it waits for a second admin',
    file: `${INVOICES}/issuing/invoice-changing.ts`,
    in: 'payOrAsk',
    guard: 'if isAlone',
    becomes: 'return made',
    tests: eyes('waits for a second admin, who sees it in Mijn dag; never its maker'),
  },
  {
    name: 'payment by hand: the only admin stays the only one',
    file: `${INVOICES}/issuing/invoice-changing.ts`,
    in: 'payOrAsk',
    guard: 'array isAlone',
    becomes: '[]',
    tests: eyes('of the only admin does not wait, unless a second one comes meanwhile'),
  },
  {
    name: 'payment by hand: one waits at a time',
    file: `${INVOICES}/payments/pending-payments.ts`,
    in: 'askForPayment',
    guard: 'if pendingPayment',
    tests: eyes('waits for a second admin, who sees it in Mijn dag; never its maker'),
  },
  {
    name: 'booking: one to another IBAN waits for a second admin',
    file: `${INVOICES}/bank/confirming.ts`,
    in: 'waits',
    guard: 'logical isAlone',
    becomes: 'false',
    tests: testsOf.choosing(
      'waits for a second admin where a booking to another IBAN is joined to an invoice (rulings 51b)',
    ),
  },
  {
    name: 'number of admins: a former one counts for a day',
    file: 'functions/people/roster.ts',
    in: 'singleAdminCondition',
    guard: 'logical leftAt',
    becomes: 'data?.members !== 1',
    tests: tests('is not alone until a day after the others were deactivated'),
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
  {
    name: 'partner: it takes no number of our own company',
    file: `${INVOICES}/company-numbers.ts`,
    in: 'storePartnerNumbers',
    guard: 'call notExists',
    becomes: "''",
    tests: own('and a partner are saved with one number at the same time: the second is refused'),
  },
  {
    name: 'settings: they take no number of a partner',
    file: `${INVOICES}/company-numbers.ts`,
    in: 'storeOwnNumbers',
    guard: 'call notExists',
    becomes: "''",
    tests: own('and a partner are saved with one number at the same time: the second is refused'),
  },
]
