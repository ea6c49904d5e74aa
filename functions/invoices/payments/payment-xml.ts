import { euros, sumOf, wholeCents } from '../../../shared/money.ts'
import { escapeXml } from '../../platform/xml.ts'
import type { PaymentFileRow } from './payment-file-entity.ts'

/** Content of a file of SEPA credit transfers; amounts in cents. */
interface PaymentOrder extends Pick<PaymentFileRow, 'id' | 'executionDate' | 'payments' | 'createdAt'> {
  /** Holder and account that pay. */
  readonly debtor: { readonly name: string; readonly bankAccount: string }
}

/**
 * Returns the XML of a SEPA payment file (pain.001.001.09): one batch, which the bank books as one amount. The
 * end-to-end reference of a payment is its invoice number. Pure: the same order gives the same file.
 */
export function buildPaymentXml({ id, executionDate, createdAt, payments, debtor }: PaymentOrder): string {
  const reference = id.replaceAll('-', '')
  const sums = [
    element('NbOfTxs', String(payments.length)),
    element('CtrlSum', decimal(sumOf(payments.map(({ amount }) => wholeCents(amount))))),
  ]
  const header = part('GrpHdr', [
    element('MsgId', reference),
    element('CreDtTm', createdAt),
    ...sums,
    part('InitgPty', [nameOf(debtor.name)]),
  ])
  const batch = part('PmtInf', [
    element('PmtInfId', `${reference}-1`),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'true'),
    ...sums,
    part('PmtTpInf', [part('SvcLvl', [element('Cd', 'SEPA')])]),
    part('ReqdExctnDt', [element('Dt', executionDate)]),
    part('Dbtr', [nameOf(debtor.name)]),
    part('DbtrAcct', [accountOf(debtor.bankAccount)]),
    part('DbtrAgt', [part('FinInstnId', [part('Othr', [element('Id', 'NOTPROVIDED')])])]),
    element('ChrgBr', 'SLEV'),
    ...payments.map(({ invoiceNumber, partnerName, accountHolder = partnerName, bankAccount, amount }) =>
      part('CdtTrfTxInf', [
        part('PmtId', [element('EndToEndId', invoiceNumber)]),
        part('Amt', [`<InstdAmt Ccy="EUR">${decimal(amount)}</InstdAmt>`]),
        part('Cdtr', [nameOf(accountHolder)]),
        part('CdtrAcct', [accountOf(bankAccount)]),
        part('RmtInf', [element('Ustrd', `Factuur ${invoiceNumber}`)]),
      ]),
    ),
  ])
  const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
  const root = part('CstmrCdtTrfInitn', [header, batch])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${root}</Document>\n`
}

const decimal = (cents: number) => euros(wholeCents(cents)).toFixed(2)
const part = (name: string, children: readonly string[]) => `<${name}>${children.join('')}</${name}>`
const element = (name: string, text: string) => part(name, [escapeXml(text)])
const nameOf = (name: string) => element('Nm', sepaNameOf(name))
const accountOf = (iban: string) => part('Id', [element('IBAN', iban)])

/** Characters that Unicode does not decompose, with the spelling that banks use. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', þ: 'th', Þ: 'Th' },
  ...{ ð: 'd', ı: 'i', '&': '+', _: '-', '’': "'" },
}

/** Returns a name in characters that every bank accepts (EPC217-08), at most 70; 'NOTPROVIDED' when none remain. */
export function sepaNameOf(name: string): string {
  const plain = [...name.normalize('NFD')].map((character) => letters[character] ?? character).join('')
  const accepted = plain.replaceAll(/\p{M}/gu, '').replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
  return accepted.replaceAll(/ +/g, ' ').trim().slice(0, 70).trim() || 'NOTPROVIDED'
}
