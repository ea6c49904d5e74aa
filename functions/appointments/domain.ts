import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records', 'mail', 'export', 'known-customers/service.ts', 'numbers/service.ts', 'people/service.ts'],
  groups: {
    appointments: { about: 'Appointments of agents with customers', isLarge: true, loadsLater: true, deletes: true },
  },
  rows: {
    appointment: {
      kind: 'appointment',
      writes: [
        'api-appointments',
        'api-leads',
        'api-contracts',
        'api-sales',
        'erasures',
        'outbox',
        'later',
        'api-customers',
      ],
      reads: [
        'api-appointments',
        'api-leads',
        'api-contracts',
        'api-search',
        'api-customers',
        'api-sales',
        'api-erasures',
        'erasures',
        'outbox',
        'later',
        'search-mend',
        'api-notifications',
      ],
      lists: {
        'appointments#': [
          'erasures',
          'api-appointments',
          'api-leads',
          'api-contracts',
          'api-my-day',
          'api-calendar-feed',
          'reminders',
          'outbox',
          'search-mend',
        ],
      },
      unused: [
        {
          writes: ['later'],
          why: 'Marks at the appointment what it mailed, by the same code as the outbox; the tests have that done at once.',
        },
        {
          reads: ['api-leads', 'api-contracts', 'outbox'],
          why: 'Names the appointment that holds a time where the index does not have it yet, which happens in few tests.',
        },
      ],
    },
    slot: {
      kind: 'appointment',
      writes: ['api-appointments', 'api-leads', 'api-contracts', 'outbox'],
      reads: ['api-appointments', 'api-leads', 'api-contracts', 'outbox'],
      unused: [
        { reads: ['outbox'], why: 'Finds the appointment that holds the time of an undo, which happens in few tests.' },
      ],
    },
    removed: { kind: 'appointment', writes: ['api-appointments'], reads: ['api-appointments'] },
  },
  named: ['appointment'],
  work: {
    'appointment-confirmation': ['appointment'],
    'appointment-moved': ['appointment'],
    'appointment-cancelled': ['appointment'],
    'appointment-reminder': ['appointment'],
    'appointment-late': ['appointment'],
    'appointment-held': ['book', 'commission'],
    'appointment-bulk': ['appointment', 'book', 'commission', 'customer', 'run'],
  },
} satisfies Declaration
