import { describe, expect, it } from 'vitest'
import { buildPaymentDetails, buildStatementEntry, buildStatementXml } from '../../../testing/bank.ts'
import { encodeWindows1252 } from '../../../testing/spreadsheets.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'

const booked = { date: '2026-11-23', amount: 111501, iban: 'NL91RABO0315273637' }

const isOut = ({ direction }: { direction: string }) => direction === 'out'
const bookingsOfCamt = (xml: string) => readCamt(xml).bookings.filter(isOut)
const bookingsOfCsv = async (bytes: Uint8Array) => (await readCsv(bytes)).bookings.filter(isOut)

describe('an outgoing booking', () => {
  it('is read from CAMT.053, with each payment of a batch where the bank lists them', () => {
    const entries = [
      buildStatementEntry(1115.01, buildPaymentDetails('YDS-2026-0001', { text: 'Factuur YDS-2026-0001' })),
      buildStatementEntry(99, buildPaymentDetails('X'), 'CRDT'),
      buildStatementEntry(
        30,
        buildPaymentDetails('A', { amount: '10.00' }) + buildPaymentDetails('NOTPROVIDED', { amount: '20.00' }),
      ),
      buildStatementEntry(50, '<Btch><PmtInfId>abc-1</PmtInfId></Btch>'),
      buildStatementEntry(
        60,
        `<Btch><PmtInfId>def-1</PmtInfId></Btch>${buildPaymentDetails('B')}${buildPaymentDetails('C')}`,
      ),
    ]
    expect(bookingsOfCamt(buildStatementXml(entries.join('')))).toMatchObject([
      { ...booked, reference: 'YDS-2026-0001', text: 'Factuur YDS-2026-0001' },
      { amount: 1000, reference: 'A' },
      { amount: 2000, reference: undefined },
      { amount: 5000, batch: 'abc-1', iban: undefined },
      { amount: 6000, batch: 'def-1' },
    ])
  })

  it.each(['PDNG', '<Cd>INFO</Cd>'])('is read only when booked and in euros: not an entry with %s', (status) => {
    const entry = buildStatementEntry(1115.01, buildPaymentDetails('YDS-2026-0001'))
    const as = (code: string) => entry.replace('<CdtDbtInd>', `<Sts>${code}</Sts><CdtDbtInd>`)
    const read = bookingsOfCamt(buildStatementXml([status, 'BOOK', '<Cd>BOOK</Cd>'].map(as).join('')))
    expect(read.map(({ amount }) => amount)).toEqual([111501, 111501])
    expect(bookingsOfCamt(buildStatementXml(entry.replace('"EUR"', '"USD"')))).toEqual([])
  })

  it.each([
    ...[
      '1e3',
      '0x10',
      ' 12',
      '12 ',
      '1,5',
      '',
      ' ',
      '1.234',
      '1.005',
      '1115.010',
      '+5',
      '-5',
      '.5',
      '5.',
      '1 000',
      '1.000,00',
    ],
    ...['NaN', 'Infinity', '١٢', '１２', '12\n', '9'.repeat(14), '<b>1</b>'],
  ])('is not read where an amount is no strict decimal: %j', (amount) => {
    const whole = buildStatementEntry(12, buildPaymentDetails('A')).replace('>12<', `>${amount}<`)
    const part = buildStatementEntry(
      30,
      buildPaymentDetails('A', { amount: '10.00' }) +
        buildPaymentDetails('B').replace('<RltdPties>', `<Amt>${amount}</Amt>$&`),
    )
    for (const entry of [whole, part]) {
      expect(() => bookingsOfCamt(buildStatementXml(entry))).toThrow(
        /^Het bedrag '.*' klopt niet: een bedrag is bijvoorbeeld 1115\.01\./s,
      )
    }
  })

  it.each([
    ['1115.01', 111501],
    ['12', 1200],
    ['0.10', 10],
    ['007.5', 750],
    ['8.2', 820],
    ['9999999999999.99', 999999999999999],
  ])('is to the cent what the bank wrote: %s', (amount, cents) => {
    const entry = buildStatementEntry(12, buildPaymentDetails('A')).replace('>12<', `>${amount}<`)
    expect(bookingsOfCamt(buildStatementXml(entry))).toMatchObject([{ amount: cents }])
  })

  it.each([
    ['entities of its own', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['too deep', '<a>'.repeat(100_000)],
    ['cut off', buildStatementXml(buildStatementEntry(1, '')).slice(0, -20)],
    ['something else', '<Invoice/>'],
  ])('is not read from XML: %s', (_, xml) => {
    expect(() => bookingsOfCamt(xml)).toThrow(/XML-bestand/)
  })

  it.each([
    [
      'Rabobank',
      '"IBAN/BBAN","Munt","Volgnr","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Transactiereferentie","Omschrijving-1"\r\n"NL59TRIO0788877666","EUR","1","2026-11-23","-1115,01","NL91RABO0315273637","Bos","YDS-2026-0001","Factuur"\r\n"NL59TRIO0788877666","EUR","2","2026-11-23","+10,00","NL91RABO0315273637","Bos","","Terug"\r\n',
    ],
    [
      'ING',
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"\n"20261123";"Bos";"NL59TRIO0788877666";"NL91RABO0315273637";"OV";"Af";"1115,01";"Overschrijving";"Factuur Kenmerk: YDS-2026-0001"\n"20261123";"Bos";"x";"NL91RABO0315273637";"OV";"Bij";"10,00";"";""\n',
    ],
    [
      'ABN AMRO',
      '123456789\tEUR\t20261123\t5000,00\t3884,99\t20261123\t-1115,01\t/TRTP/SEPA/IBAN/NL91RABO0315273637/NAME/Bos/REMI/Factuur, nu/EREF/YDS-2026-0001\r\n123456789\tEUR\t20261123\t1,00\t2,00\t20261123\t1,00\t/TRTP/x\r\n',
    ],
  ])('is read from the export of %s', async (_, csv) => {
    const bookings = await bookingsOfCsv(Buffer.from(csv))
    expect(bookings).toMatchObject([{ ...booked, reference: 'YDS-2026-0001' }])
  })
})

describe('a bank file in Windows-1252', () => {
  it('keeps the characters that Latin-1 lacks', async () => {
    const line = '123456789\tEUR\t20261123\t1,00\t2,00\t20261123\t-1,00\t/TRTP/x/NAME/’t Hart/REMI/€ 1 – correctie'
    expect(await bookingsOfCsv(encodeWindows1252(line))).toMatchObject([
      { text: '/TRTP/x/NAME/’t Hart/REMI/€ 1 – correctie' },
    ])
  })
})
