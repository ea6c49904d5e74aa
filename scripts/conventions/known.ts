/** Files that may break a convention, by path, each with the reason. */
export type Listed = Readonly<Record<string, string>>

/** Writes that a file makes outside `commit`, with the reason. */
export interface ListedWrites {
  /** Entity and method of each write, such as `Locks.put`; a write that occurs twice is listed twice. */
  readonly writes: readonly string[]
  readonly why: string
}

/**
 * Writes outside `commit`, by file. Allowed are writes that the audit log need not show, and writes before or after a
 * transaction that may be repeated.
 */
export const writesOutsideCommit: Readonly<Record<string, ListedWrites>> = {
  'functions/audit/audit-start.ts': {
    writes: ['AuditStart.put'],
    why: 'Remembers where the audit log begins: derived from the log, and only moves forward.',
  },
  'functions/contracts/import/codes.ts': {
    writes: ['putRows'],
    why: 'Lookup rows of an import window, the same at each repetition; the transaction of the window follows.',
  },
  'functions/contracts/import/storing.ts': {
    writes: ['Contracts.patch', 'addContractMonths', 'addContractMonths', 'putRows', 'putRows'],
    why: 'An import stores windows in batches and audits each window as a whole (decision 62).',
  },
  'functions/contracts/import/suppliers.ts': {
    writes: ['ContractSuppliers.update'],
    why: 'Adds names to a set that only grows and only fills a list of choices.',
  },
  'functions/contracts/import/undoing.ts': {
    writes: ['addContractMonths'],
    why: 'Adds months to a set that only grows, before the transactions that restore contracts.',
  },
  'functions/customers/open-calls.ts': {
    writes: ['OpenCalls.put'],
    why: 'Notes for some minutes which number a person has open to call: no change of a record.',
  },
  'functions/erasures/log.ts': {
    writes: ['AuditLogs.put', 'Outbox.patch'],
    why: 'Takes personal data out of lines of the audit log after the audited erasure; repeating changes nothing.',
  },
  'functions/people/erasing.ts': {
    writes: ['BackupCodes.delete', 'Devices.delete', 'Logins.delete', 'Notifications.delete'],
    why: 'Erases what a former user left, before the transaction that erases and audits the user; may be repeated.',
  },
  'functions/book/texts.ts': {
    writes: ['LedgerItems.patch', 'LedgerTransactions.patch'],
    why: 'Takes an erased name out of texts, before the transaction that erases and audits the sale; may be repeated.',
  },
  'functions/sales/erasing.ts': {
    writes: ['AdvanceResults.patch', 'CommissionAdjustments.patch', 'CommissionQuestions.patch'],
    why: 'Erases copies of a name, before the transaction that erases and audits the sale; may be repeated.',
  },
  'functions/known-customers/service.ts': {
    writes: ['KnownCustomers.delete', 'putRows'],
    why: 'Lookup rows of an import window, written before its contracts; a repetition completes them.',
  },
  'functions/calendar-feed/read.ts': {
    writes: ['FeedUses.put'],
    why: 'Notes when a calendar feed was last read: no change of a record.',
  },
  'functions/leads/calls.ts': {
    writes: ['LeadCalls.delete'],
    why: 'Erases the calls of a lead after the transaction that deleted and audited it; may be repeated.',
  },
  'functions/mail/deliver.ts': {
    writes: ['Outbox.patch', 'claimed'],
    why: 'Claims a mail around the call to the provider, which no transaction can hold; `commit` stores the result.',
  },
  'functions/mail/due.ts': {
    writes: ['outboxRow'],
    why: 'Hands a mail that a change requested to another function once it is due; a repetition writes nothing.',
  },
  'functions/mail/limits.ts': {
    writes: ['CountedMails.put'],
    why: 'Counts mails per recipient against a limit; the row expires.',
  },
  'functions/people/login/attempts.ts': {
    writes: ['Logins.update', 'Logins.update', 'Logins.update', 'Logins.update'],
    why: 'Counts login attempts, which must count also when the login fails.',
  },
  'functions/people/login/backup-codes.ts': {
    writes: ['BackupCodes.update'],
    why: 'Uses a backup code up before the login goes on, so that it serves once; the login is audited.',
  },
  'functions/people/users/create-user.ts': {
    writes: ['releaseReservation'],
    why: 'Releases a reserved address after the account in Cognito failed: there is no record yet.',
  },
  'functions/people/users/invitation-link.ts': {
    writes: ['Invitations.patch', 'Invitations.patch'],
    why: 'Claims an invitation around the call to Cognito and releases it after a failure.',
  },
  'functions/people/login/two-factor.ts': {
    writes: ['BackupCodes.update'],
    why: 'Claims a 2FA set-up before Cognito makes its secret; `commit` stores what the set-up changes.',
  },
  'functions/people/login/used-codes.ts': {
    writes: ['UsedCodes.put'],
    why: 'Counts a code as used also when the login fails after it.',
  },
  'functions/platform/identity/api-key.ts': {
    writes: ['ApiKeyUses.update'],
    why: 'Counts the calls of an API key: no change of a record.',
  },
  'functions/platform/data/commit.ts': {
    writes: ['TransactWriteCommand'],
    why: 'This is `commit`.',
  },
  'functions/platform/data/lock.ts': {
    writes: ['Locks.delete', 'Locks.patch', 'Locks.patch', 'Locks.put'],
    why: 'A lock is taken before and released after the transactions it guards.',
  },
  'functions/platform/data/rate-limit.ts': {
    writes: ['Spans.put', 'Spans.update', 'Spans.update', 'Spans.update', 'Spans.update'],
    why: 'Counts calls against a limit, also when the call is refused.',
  },
  'functions/platform/data/notifications.ts': {
    writes: ['Notifications.create', 'outboxRow'],
    why: 'Notifies once of what is no change of a record: ids that follow from it make a repetition harmless.',
  },
  'functions/platform/data/rows.ts': {
    writes: ['batchWrite', 'batchWrite', 'putItems'],
    why: 'Contains `putRows`, `putItems` and `removeRows`; their callers are listed here.',
  },
  'functions/platform/data/sequence.ts': {
    writes: ['Sequences.update', 'Sequences.update'],
    why: 'Draws a number; an unused number leaves a gap, which is allowed there (rulings 16).',
  },
  'functions/platform/identity/session.ts': {
    writes: ['SessionDays.delete', 'SessionTokens.delete', 'SessionUses.delete', 'Sessions.delete', 'UpdateCommand'],
    why: 'Extends a session at each request, and deletes sessions of past days: no change of a record.',
  },
  'functions/platform/data/table.ts': {
    writes: ['BatchWriteCommand', 'DeleteCommand', 'PutCommand', 'UpdateCommand', 'batchWrite'],
    why: 'The client of the entities; its callers are listed here.',
  },
  'functions/platform/data/unique.ts': {
    writes: ['Uniques.put'],
    why: 'Reserves a value before the account in Cognito is made; the transaction turns it into a claim.',
  },
  'functions/proof-files/erasing.ts': {
    writes: ['Proofs.delete'],
    why: 'Forgets a file that was erased, after the audited erasure of its record; may be repeated.',
  },
  'functions/proof-files/releasing.ts': {
    writes: ['Proofs.put'],
    why: 'Marks files to erase, before the audited erasure of their record; may be repeated.',
  },
  'functions/records/names.ts': {
    writes: ['Counters.patch', 'patch.where'],
    why: 'Copies a changed name into rows that show it, after the audited change; may be repeated.',
  },
  'functions/search/indexing.ts': {
    writes: ['putItems'],
    why: 'Writes rows of the search index before the transaction that makes them count; may be repeated.',
  },
  'functions/search/mistakes.ts': {
    writes: ['putRows', 'putRows'],
    why: 'Keeps words of the search index, which follows the audited changes by the stream.',
  },
  'functions/spreadsheets/imports/attempts.ts': {
    writes: ['Uploads.patch', 'Uploads.patch', 'replaceUpload'],
    why: 'Counts the attempts of an import, which must count also when the attempt crashes.',
  },
  'functions/spreadsheets/imports/import.ts': {
    writes: ['replaceUpload'],
    why: 'Updates the report of an upload from its file; the windows themselves are audited.',
  },
  'functions/spreadsheets/imports/register-object.ts': {
    writes: ['Uploads.create'],
    why: 'Notes an arrived file as waiting; its import is audited.',
  },
  'functions/spreadsheets/imports/upload-lock.ts': {
    writes: ['Uploads.patch'],
    why: 'Marks an upload as waiting for its turn: progress, no change of a record.',
  },
}

/** Files that may use `createRequire`, with the reason. */
export const refusedImports: Listed = {
  'infra/bundling.ts': 'Packages in CommonJS call `require`, which a bundle in ESM lacks.',
  'infra/local/table/dynoxide.ts': 'The set-up of the tests loads it without `import.meta.resolve`.',
}

/** Files in proofs and seed that may import screens, with the reason. */
export const screensElsewhere: Listed = {
  'proofs/audit-words.ts': 'Holds the words of the audit log, which are those of its screen, against every change.',
}

/** Number of functions and components of the product with more than 70 lines, which only falls. */
export const FUNCTIONS_OVER_70 = 47

/** Functions that may have more than 100 lines, by path and name, each with the reason. */
export const longFunctions: Listed = {
  'frontend/features/invoices/form/line-editor.tsx LineEditor':
    'Keyboard, paste and rows of one grid share its focus; it is divided when the fields of invoices get their card.',
  'proofs/reliability/book/payable-actions.ts startOffice': 'One office, whose actions a generator calls by name.',
  'proofs/records.ts createRecordFor': 'A table: for each kind of record how to make one.',
  'scripts/deploy/recorded-account.ts openAccount': 'A table: for each call to AWS its recorded answer.',
  'testing/bank.ts startBank': 'A world of tests: short steps that share one set-up.',
  'testing/commissions.ts startCommissionWorld': 'A world of tests: short steps that share one set-up.',
  'testing/money.ts startMoneyWorld': 'A world of tests: short steps that share one set-up.',
  'testing/world.ts startWorld': 'A world of tests: short steps that share one set-up.',
}
