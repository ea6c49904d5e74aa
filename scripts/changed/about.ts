const screens = (...features: readonly string[]) => features.map((name) => `frontend/features/${name}`)
const domains = (...names: readonly string[]) => names.map((name) => `functions/${name}`)
const sales = (...rooms: readonly string[]) => rooms.map((room) => `functions/sales/${room}`)

const money = domains('sales', 'book', 'invoices', 'monthly-runs', 'dispatches')
const documents = domains('book', 'invoices', 'monthly-runs', 'dispatches', 'ledger')
const book = [...money, ...domains('ledger')]
/** The parts of sales that write to the book. */
const booking = sales(
  ...['amounts', 'commissions', 'fees', 'payouts', 'sales/steps.ts'],
  ...['entity.ts', 'records.ts', 'rules.ts'],
)
const endOfMonth = [...documents, ...screens('commissions', 'monthly-runs', 'invoices', 'payments', 'ledger')]
const imports = domains('contracts', 'spreadsheets')
const people = domains('people')
const appointments = domains('appointments')

/**
 * Folders and files that a test covers, though neither its imports nor its own folder show that. A change of one of
 * them runs the test. A test of the whole product without a row here runs after every change of the back end. A browser
 * test without a row runs after every change of the product.
 */
export const about: Readonly<Record<string, readonly string[]>> = {
  'e2e/appointments.e2e.ts': [...appointments, ...screens('appointments'), 'frontend/app'],
  'e2e/calendar.e2e.ts': [...appointments, ...domains('calendar-feed'), ...screens('calendar')],
  'e2e/commission-to-accounting.e2e.ts': [
    ...domains('invoices', 'monthly-runs', 'dispatches', 'book'),
    ...screens('monthly-runs', 'invoices', 'invoice-acceptance', 'payments', 'ledger'),
  ],
  'e2e/contracts.e2e.ts': [...imports, ...screens('contracts')],
  'e2e/costs.e2e.ts': [...domains('costs'), ...screens('costs')],
  'e2e/customer-and-day.e2e.ts': [
    ...domains('known-customers', 'customers', 'leads'),
    ...screens('customers', 'my-day', 'leads'),
    ...['frontend/underway-worker.js', 'frontend/underway-worker.ts'],
  ],
  'e2e/injection.e2e.ts': ['frontend', 'functions/mail'],
  'e2e/jobs.e2e.ts': ['frontend'],
  'e2e/killed.e2e.ts': [...domains('search', 'contracts', 'spreadsheets'), 'infra/local'],
  // Only screens, as other proofs and tests cover the back end that this test uses.
  'e2e/lead-to-statement.e2e.ts': screens('leads', 'sales', 'commissions'),
  'e2e/login.e2e.ts': [...people, ...screens('auth', 'dashboard'), 'frontend/app'],
  'e2e/money-screens.e2e.ts': screens(...['sales', 'commissions', 'invoices', 'monthly-runs', 'payments', 'ledger']),
  'e2e/notifications.e2e.ts': [...domains('notifications'), ...screens('notifications')],
  'e2e/people.e2e.ts': [...people, ...screens('users', 'teams', 'auth')],
  'e2e/phone.e2e.ts': ['frontend'],
  'e2e/reports.e2e.ts': [...domains('reports'), ...screens('reports')],
  'e2e/security.e2e.ts': [...people, ...domains('audit'), ...screens('security')],
  'e2e/layout.e2e.ts': ['frontend'],
  'e2e/tablet.e2e.ts': ['frontend'],
  'e2e/totals.e2e.ts': [...domains('customers', 'my-day'), ...screens('dashboard', 'commissions', 'teams')],
  'e2e/month-on-phone.e2e.ts': endOfMonth,
  'e2e/whole-day.e2e.ts': [...domains('numbers', 'contracts'), ...screens('calling', 'contracts')],
  'e2e/whole-month.e2e.ts': endOfMonth,

  'frontend/domains/glossary.test.ts': ['docs/glossary.md'],
  'frontend/features/security/audit/audit-logs.test.tsx': ['functions'],
  'frontend/lib/theme.test.ts': ['frontend/public'],
  'frontend/ui/styles.test.ts': ['frontend/ui'],
  'functions/contracts/reading/shapes.test.ts': ['testing/lists'],
  'functions/invoices/issuing/credited-commissions.test.ts': sales('payouts', 'fees'),
  'functions/invoices/issuing/invoiced-fees.test.ts': sales('payouts', 'fees'),
  'functions/invoices/partners/vat-schemes.test.ts': domains('monthly-runs'),
  'functions/invoices/payments/approvers.test.ts': people,
  'functions/invoices/payments/payroll-races.test.ts': sales(
    ...['commissions', 'payouts', 'sales/steps.ts', 'sales/changing.ts'],
  ),
  'functions/invoices/payments/settled-commissions.test.ts': sales('commissions', 'payouts'),
  'functions/invoices/payments/settling-races.test.ts': sales('payouts', 'fees'),
  'functions/monthly-runs/monthly-corrections.test.ts': domains('invoices'),
  'functions/monthly-runs/monthly-runs.test.ts': domains('invoices'),
  'infra/template-project.test.ts': ['infra', 'shared/api', 'cdk.json'],
  'infra/local/workbench/attachments.test.ts': domains('mail'),
  'infra/domains.test.ts': ['docs/data.md'],
  'infra/stack-alarms.test.ts': ['infra', 'docs/runbook.md', 'cdk.json'],
  'infra/stack-github.test.ts': ['infra', 'scripts/deploy/aws.ts', 'scripts/deploy/aws-tables.ts'],
  'infra/stack-security.test.ts': ['infra', 'shared/api', 'cdk.json'],
  'infra/stack.test.ts': ['infra', 'shared/api', 'cdk.json'],
  'scripts/dutch-texts.test.ts': ['docs/glossary.md'],
  'scripts/import-rule.test.ts': ['ARCHITECTURE.md', 'biome.json', 'import-rule.grit'],
  'seed/costs.test.ts': domains('costs'),
  'shared/values/record.test.ts': ['shared'],
  'testing/recipe/recipe.test.tsx': ['testing/recipe', 'docs/growing.md', ...domains('platform', 'records')],

  'proofs/reliability/book/book-cost.test.ts': [...domains('book', 'invoices', 'monthly-runs'), ...booking],
  'proofs/reliability/commissions.test.ts': money,
  'proofs/reliability/counters.test.ts': appointments,
  'proofs/reliability/e-invoice.test.ts': domains('invoices'),
  'proofs/reliability/events.test.ts': imports,
  'proofs/reliability/imports.test.ts': imports,
  'proofs/reliability/book/ledger.test.ts': documents,
  'proofs/reliability/mail.test.ts': [...appointments, ...domains('mail')],
  'proofs/reliability/book/month-ends.test.ts': [...documents, ...booking],
  'proofs/reliability/mutants.test.ts': ['functions'],
  'proofs/reliability/mutations.test.ts': ['functions'],
  'proofs/reliability/notifications.test.ts': domains('notifications'),
  'proofs/reliability/numbering.test.ts': domains('invoices'),
  'proofs/reliability/numbering-faults.test.ts': domains('invoices', 'platform'),
  'proofs/reliability/book/withdrawn-months.test.ts': [...documents, ...booking],
  'proofs/reliability/book/payable-even.test.ts': book,
  'proofs/reliability/book/payable-odd.test.ts': book,
  'proofs/reliability/reports.test.ts': domains('reports', 'sales', 'costs', 'book', 'appointments'),
  'proofs/reliability/restore.test.ts': domains('platform', 'invoices'),
  'proofs/reliability/search.test.ts': domains('search'),
  'proofs/reliability/sheet.test.ts': imports,
  'proofs/security/counts.test.ts': appointments,
  'proofs/security/known-browser.test.ts': people,
  'proofs/security/lock-out.test.ts': people,
  'proofs/security/may-call.test.ts': domains('numbers', 'known-customers', 'customers', 'leads'),
  'proofs/security/new-backup-codes.test.ts': people,
  'proofs/security/own-money.test.ts': domains('sales'),
  'proofs/security/random-worlds.test.ts': appointments,
  'proofs/security/relay.test.ts': [...appointments, ...domains('mail')],
  'proofs/security/search-reach.test.ts': domains('search'),
  'proofs/security/sessions.test.ts': people,
  'proofs/security/two-factor.test.ts': people,
}

/** Tells whether a path is one of the files and folders in `rows`, or lies below one of them. */
export const isBelow = (path: string, rows: readonly string[]): boolean =>
  rows.some((row) => path === row || path.startsWith(`${row}/`))
