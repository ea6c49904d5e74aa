import { Agreement } from '../partners/record.ts'
import {
  AccountRejection,
  AgreementForm,
  NewPartner,
  Partner,
  PartnerChange,
  PartnerFilter,
} from '../partners/schemas.ts'
import { creation, domain, file, get, none, ok, page, paging, patch, post, put, remove } from './parts/endpoint.ts'

export const partners = domain({
  list: get('/api/self-billing/partners', {
    summary: 'Partner companies, by name',
    allow: 'self-billing:manage',
    shows: ['partner', 'user'],
    query: PartnerFilter.extend(paging),
    result: page(Partner),
  }),
  get: get('/api/self-billing/partners/{id}', {
    summary: 'One partner company',
    allow: 'payment:approve',
    shows: ['invoice', 'partner', 'user'],
    result: ok(Partner),
  }),
  create: post('/api/self-billing/partners', {
    summary: 'Add a partner company; its numbers are stored in their normal form (rulings 49)',
    allow: 'self-billing:manage',
    changes: ['partner'],
    later: ['partner'],
    idempotent: true,
    body: NewPartner,
    result: creation(Partner),
  }),
  update: patch('/api/self-billing/partners/{id}', {
    summary:
      'Change a partner company; a lost update is a 409. Sent documents stay as they are, and a changed IBAN waits for a second admin (rulings 51b)',
    allow: 'self-billing:manage',
    changes: ['book', 'partner'],
    later: ['partner'],
    ifMatch: true,
    body: PartnerChange,
    result: ok(Partner),
  }),
  remove: remove('/api/self-billing/partners/{id}', {
    summary: 'Delete a partner company that has no invoices; with any it is a 409',
    allow: 'self-billing:manage',
    changes: ['book', 'partner'],
    result: none,
  }),
  approveBankAccount: post('/api/self-billing/partners/{id}/approve-bank-account', {
    summary:
      'Approve the changed IBAN of a partner as its second admin, so that it is paid from now on; 403 for who entered it, 409 where none waits (rulings 51b)',
    allow: 'payment:approve',
    changes: ['partner'],
    idempotent: true,
    ifMatch: true,
    result: ok(Partner),
  }),
  rejectBankAccount: post('/api/self-billing/partners/{id}/reject-bank-account', {
    summary: 'Reject the changed IBAN of a partner, or withdraw it; the present one stays. 409 where none waits',
    allow: 'self-billing:manage',
    changes: ['partner'],
    ifMatch: true,
    body: AccountRejection,
    result: ok(Partner),
  }),
  setAgreement: put('/api/self-billing/partners/{id}/agreement', {
    summary: 'The self-billing agreement with a partner, its date and PDF; it replaces an earlier one (rulings 50)',
    allow: 'self-billing:manage',
    changes: ['book', 'partner'],
    body: AgreementForm,
    upload: { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: ['.pdf'] },
    result: ok(Agreement),
  }),
  agreement: get('/api/self-billing/partners/{id}/agreement', {
    summary: 'The self-billing agreement with a partner, as it was uploaded',
    allow: 'self-billing:manage',
    shows: ['partner'],
    result: file('application/pdf'),
  }),
})
