import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  isProtected: true,
  rows: {
    donotcall: {
      kind: 'doNotCall',
      writes: ['api-leads', 'lead-import', 'api-customers', 'api-contracts', 'contract-import'],
      reads: [
        'api-appointments',
        'api-customers',
        'api-calendar-feed',
        'api-leads',
        'api-my-day',
        'api-sales',
        'api-commissions',
        'api-contracts',
        'api-erasures',
        'lead-import',
        'contract-import',
        'contract-reminders',
        'later',
        'outbox',
        'search-mend',
      ],
      unused: [
        {
          reads: ['contract-import', 'lead-import'],
          writes: ['contract-import', 'lead-import'],
          why: 'The tests close numbers by the upload over HTTP, which runs the same import.',
        },
        {
          reads: ['contract-reminders'],
          why: 'Asked where a contract that ends has a number, which happens in few tests.',
        },
      ],
    },
    customer: {
      kind: 'customer',
      writes: [
        'erasures',
        'api-leads',
        'lead-import',
        'api-appointments',
        'api-sales',
        'api-commissions',
        'api-contracts',
        'contract-import',
        'outbox',
      ],
      reads: [
        'api-leads',
        'api-customers',
        'api-erasures',
        'erasures',
        'api-sales',
        'lead-import',
        'outbox',
        'api-appointments',
        'api-contracts',
        'contract-import',
        'later',
        'search-mend',
      ],
      unused: [
        {
          reads: ['api-appointments', 'api-contracts', 'later'],
          why: 'Asked where the number has the form of a legal person, which happens in few tests.',
        },
        { writes: ['api-commissions'], why: 'A sale is written with the rows by which its customer is recognised.' },
      ],
    },
  },
  work: { 'closing-judged': [] },
} satisfies Declaration
