import { maskIban } from '../../shared/identifiers.ts'
import { splitAddress } from '../../shared/street.ts'
import { addressOf, defineFindable, lastFourOf, partnerKey, readEveryMonth } from '../records/findable.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type InvoiceRow, Invoices } from './invoices/entity.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'

/**
 * Search definition of invoices: the fields to search, and who finds them. A sent invoice is found by the partner's
 * name at sending, any other by its description.
 */
export const findableInvoices = defineFindable<'invoice', InvoiceRow>({
  kind: 'invoice',
  sortKey: 'invoice',
  readers: { own: ({ assignedUserId, partnerCompanyId }) => [assignedUserId, partnerKey(partnerCompanyId)] },
  dayOf: ({ invoiceDate }) => invoiceDate,
  shown: (row) => ({
    company: row.supplier?.name ?? row.description,
    number: row.invoiceNumber,
    date: row.invoiceDate,
    status: row.status,
  }),
})

/** Search definition of partner companies: the fields to search, for admins only. */
export const findablePartners = defineFindable<'partner', PartnerRow>({
  kind: 'partner',
  sortKey: 'partner',
  readers: {},
  dayOf: ({ createdAt }) => createdAt,
  shown: ({ contactPerson, name, phone, email, address, postalCode, city, kvkNumber }) => ({
    name: contactPerson,
    company: name,
    phone,
    email,
    address: addressOf({ postalCode, houseNumber: splitAddress(address)?.number }),
    number: kvkNumber,
    city,
  }),
  also: ({ bankAccount, vatNumber }) => [
    { field: 'iban', text: lastFourOf(bankAccount), shownAs: maskIban(bankAccount) },
    { field: 'number', text: vatNumber, shownAs: vatNumber },
  ],
})

/** Reads the invoices that the search index holds, to repair it. */
export const readEveryInvoice = () =>
  readEveryMonth<InvoiceRow>({ invoiceDate: isText, id: isText }, (month) => Invoices.query.byMonth({ month }) as never)

/** Reads all partners, to repair the search index. */
export const readEveryPartner = () =>
  iterateRows(inOrder<PartnerRow>({ sortName: isText, id: isText }, [Partners.query.byName({}) as never]))
