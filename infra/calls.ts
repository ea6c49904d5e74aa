import type { Functions } from './function-groups.ts'
import type { BucketName } from './manifest.ts'

/** Functions that may make each writing call of the table and each call of the user pool, by IAM action. */
export const callersOf: Readonly<Record<string, Functions>> = {
  'dynamodb:BatchWriteItem': ['api-contracts', 'contract-import', 'session-purge', 'later', 'search-mend'],
  'dynamodb:DeleteItem': [
    'api-appointments',
    'api-auth',
    'api-commissions',
    'api-contracts',
    'api-costs',
    'api-customers',
    'api-calendar-feed',
    'api-invitations',
    'api-leads',
    'api-sales',
    'api-invoices',
    'api-partners',
    'api-bank',
    'api-teams',
    'api-users',
    'contract-import',
    'erasures',
    'fixed-cost-sync',
    'identity-sync',
    'lead-import',
    'outbox',
    'later',
    'search-mend',
  ],
  'dynamodb:PutItem': ['changing', 'api-audit', 'api-client-errors', 'api-my-day', 'api-search', 'search-mend'],
  'dynamodb:UpdateItem': ['changing', 'api-audit', 'api-client-errors', 'api-my-day', 'api-search', 'search-mend'],

  'cognito-idp:AdminCreateUser': ['api-users', 'api-invitations'],
  'cognito-idp:AdminDeleteUser': ['api-users', 'identity-sync'],
  'cognito-idp:AdminDisableUser': ['identity-sync', 'outbox'],
  'cognito-idp:AdminEnableUser': ['identity-sync', 'outbox'],
  'cognito-idp:AdminGetUser': ['api-auth', 'api-users', 'identity-sync', 'outbox'],
  'cognito-idp:AdminInitiateAuth': ['api-auth', 'api-api-keys', 'api-erasures', 'api-users', 'api-invitations'],
  'cognito-idp:AdminRespondToAuthChallenge': ['api-auth', 'api-api-keys', 'api-erasures'],
  'cognito-idp:AdminSetUserMFAPreference': ['api-auth', 'api-users', 'identity-sync', 'outbox'],
  'cognito-idp:AdminSetUserPassword': ['api-users', 'api-invitations'],
  'cognito-idp:ListUsers': ['identity-sync'],
}

interface Folder {
  readonly reads: Functions
  readonly writes: Functions
  readonly removes?: Functions
}

/** Folders of each bucket, with the functions that may read, write and remove objects in them. */
export const objectsOf: Readonly<Record<BucketName, Readonly<Record<string, Folder>>>> = {
  uploads: {
    'contracts/': {
      reads: ['api-contracts', 'contract-import'],
      writes: ['api-contracts', 'contract-import'],
      removes: ['api-contracts'],
    },
    'leads/': {
      reads: ['api-leads', 'lead-import'],
      writes: ['api-leads', 'lead-import'],
      removes: ['api-leads'],
    },
    'converted/contracts/': {
      reads: ['api-contracts', 'contract-import'],
      writes: ['contract-import'],
      removes: ['api-contracts'],
    },
    'converted/leads/': {
      reads: ['api-leads', 'lead-import'],
      writes: ['lead-import'],
      removes: ['api-leads'],
    },
    'attachments/': { reads: ['api-invoices'], writes: ['api-invoices'] },
  },
  documents: {
    'agreements/': { reads: ['api-partners'], writes: ['api-partners'] },
    'attachments/': { reads: ['api-invoices'], writes: ['api-invoices'] },
    'invoices/': { reads: ['api-invoices', 'api-invoice-acceptance', 'outbox'], writes: ['api-invoices'] },
    'payment-files/': { reads: ['api-payment-files'], writes: ['api-payment-files'] },
    'bank-statements/': { reads: ['api-bank'], writes: ['api-bank'] },
  },
}
