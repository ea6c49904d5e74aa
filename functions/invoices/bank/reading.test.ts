import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildPaymentDetails, buildStatementEntry, buildStatementXml } from '../../../testing/bank.ts'
import { buildZip, encodeWindows1252 } from '../../../testing/spreadsheets.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { parseStatementFile } from './file.ts'
import { readMt940 } from './mt940.ts'
import { ourNumbersIn } from './numbers.ts'

const booked = { date: '2026-11-23', amount: 111501, iban: 'NL91RABO0315273637' }

const isOut = ({ direction }: { direction: string }) => direction === 'out'
const bookingsOfCamt = (xml: string) => readCamt(xml).flatMap(({ bookings }) => bookings.filter(isOut))
const bookingsOfCsv = async (bytes: Uint8Array) =>
  (await readCsv(bytes)).flatMap(({ bookings }) => bookings.filter(isOut))

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

  it('is read from CAMT.053 that gives the amounts of a batch as instructed or as booked alone', () => {
    const parts = [
      ['InstdAmt', '10.00'],
      ['TxAmt', '20.00'],
    ].map(([kind, amount]) =>
      buildPaymentDetails(kind ?? '').replace(
        '<RltdPties>',
        `<AmtDtls><${kind}><Amt Ccy="EUR">${amount}</Amt></${kind}></AmtDtls>$&`,
      ),
    )
    expect(bookingsOfCamt(buildStatementXml(buildStatementEntry(30, parts.join(''))))).toMatchObject([
      { amount: 1000, reference: 'InstdAmt' },
      { amount: 2000, reference: 'TxAmt' },
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

/** Account of the files in `testing/inputs`. */
const OURS = 'NL25ABNA0001149075'
const readInput = (name: string) => readFileSync(`testing/inputs/${name}`)
const paid = { direction: 'out', date: '2026-11-26', amount: 35600, iban: 'NL95RABO6329711035' }

describe('a statement of our account', () => {
  it.each([
    ['abn-leading-zeros.xml', { opening: 100000, closing: 64400 }],
    ['ing-english.csv', { opening: 100000, closing: 64400 }],
    ['bunq.csv', null],
    ['abn.sta', { opening: 100000, closing: 64400 }],
    ['ing.sta', { opening: 100000, closing: 64400 }],
    ['rabobank.csv', { opening: 100000, closing: 64400 }],
    ['rabobank.940', { opening: 100000, closing: 64400 }],
  ])('is read as the bank writes it: %s', async (name, balances) => {
    const file = await parseStatementFile(readInput(name), OURS)
    expect(file).toMatchObject({
      bookings: [{ ...paid, counterparty: expect.stringMatching(/Haarlemmermeer/i) }],
      balances,
    })
    expect(ourNumbersIn(file.bookings[0] as never, { prefixes: ['YDS'], lastOf: new Map() })).toEqual(['YDS-2026-0001'])
  })

  it('leaves out and names other accounts in its file', async () => {
    expect(await parseStatementFile(readInput('two-accounts.xml'), OURS)).toMatchObject({
      bookings: [paid],
      balances: { opening: 100000, closing: 64400 },
      otherAccounts: ['NL91ABNA0417164300'],
    })
    await expect(parseStatementFile(readInput('two-accounts.xml'), 'NL59TRIO0788877666')).rejects.toThrow(
      'Dit afschrift is van rekening NL25ABNA0001149075, niet van de onze',
    )
  })

  it('has its balances whichever day the bank writes first', async () => {
    const { bookings, balances } = await parseStatementFile(readInput('newest-first.xml'), OURS)
    expect(balances).toEqual({ opening: 100000, closing: 28200 })
    expect(bookings.map(({ date, balance }) => [date, balance])).toEqual([
      ['2026-11-26', 64400],
      ['2026-11-27', 28200],
    ])
  })

  it('of several days comes in a ZIP', async () => {
    const next = readInput('abn.sta')
      .toString()
      .replaceAll('1126', '1127')
      .replace('261125', '261126')
      .replace('1000,00', '644,00')
    const zip = buildZip([
      { name: '2.sta', content: next.replace('C261127EUR644,00', 'C261127EUR288,00') },
      { name: '1.sta', content: readInput('abn.sta').toString() },
    ])
    const file = await parseStatementFile(zip, OURS)
    expect(file.bookings.map(({ date }) => date)).toEqual(['2026-11-26', '2026-11-27'])
    expect(file.balances).toEqual({ opening: 100000, closing: 28800 })
    const [head, line] = readInput('ing-english.csv').toString().split('\n')
    const day = (date: string, balance: string) =>
      [head, line?.replace('20261126', date).replace('644,00', balance)].join('\n')
    const csv = buildZip([
      { name: '27.csv', content: day('20261127', '288,00') },
      { name: '26.csv', content: day('20261126', '644,00') },
    ])
    expect((await parseStatementFile(csv, OURS)).balances).toEqual({ opening: 100000, closing: 28800 })
  })
})

describe('a ZIP', () => {
  const day = { name: '1.sta', content: readInput('abn.sta') }

  it.each([
    ['is cut off', buildZip([day]).subarray(0, -30), 'beschadigd'],
    ['is protected', buildZip([{ ...day, encrypted: true }]), 'beveiligd'],
    ['holds another', buildZip([{ name: 'a.zip', content: buildZip([day]) }]), 'weer een ZIP'],
    [
      'is too large unpacked',
      buildZip([{ name: 'a.xml', content: '0123456789abcdef'.repeat(600_000), stored: true }]),
      'uitgepakt te groot',
    ],
    ['holds no statement', buildZip([{ name: 'a.txt', content: 'hallo' }]), 'geen rekeningafschrift'],
  ])('that %s is refused', async (_, zip, message) => {
    await expect(parseStatementFile(zip, OURS)).rejects.toThrow(message)
  })

  it('may hold what the computer adds to it', async () => {
    const added = buildZip([{ name: '__MACOSX/._1.sta', content: 'x' }, day])
    expect((await parseStatementFile(added, OURS)).bookings).toHaveLength(1)
  })
})

describe('a line of MT940', () => {
  const read = (line: string, more = '') =>
    readMt940(`:20:X\n:25:NL25ABNA0001149075EUR\n:60F:C261231EUR10,00\n:61:${line}\n${more}:62F:D270101EUR5,50\n-\n`)[0]

  it.each([
    ['2612310101D15,5NTRFNONREF', { direction: 'out', date: '2027-01-01', amount: 1550, reference: undefined }],
    ['2701021231C15,50NTRFABC//1', { direction: 'in', date: '2026-12-31', amount: 1550, reference: 'ABC' }],
    ['261231RC15,50N544NONREF', { direction: 'out', isReversal: true, date: '2026-12-31' }],
    ['261231RD15,50N544NONREF', { direction: 'in', date: '2026-12-31' }],
    ['261231CR15,50NTRFEREF', { direction: 'in', amount: 1550, reference: undefined }],
    ['261231D000000000015,50N586PREF', { direction: 'out', amount: 1550, reference: undefined }],
    ['261231D15,50N064MARF            ', { direction: 'out', reference: undefined }],
  ])('%s', (line, booking) => {
    expect(read(line)).toMatchObject({ account: OURS, balances: { opening: 1000, closing: -550 }, bookings: [booking] })
  })

  it('has the counterparty below it, or in its texts', () => {
    expect(read('261231D15,50NTRFNONREF', 'NL95RABO6329711035\n:86:huur\nvan december\n')?.bookings).toMatchObject([
      { iban: 'NL95RABO6329711035', text: 'huur van december' },
    ])
    const ing = ':86:/EREF/YDS-2026-00\n01//CNTP/NL95RABO6329711035/RABONL2U/Bos///REMI/USTD//Factuur/\n'
    expect(read('261231D15,50NTRFEREF', ing)?.bookings).toMatchObject([
      { iban: 'NL95RABO6329711035', counterparty: 'Bos', reference: 'YDS-2026-0001' },
    ])
  })

  it.each(['nonsense', '261331D15,50NTRFX', '261231D1.5,50NTRFX'])('that is another is refused: %s', (line) => {
    expect(() => read(line)).toThrow('kan niet worden gelezen')
  })
})

describe('a number of ours in a text', () => {
  const numbering = { prefixes: ['YDS', 'OUD-A'], lastOf: new Map([['YDS-2026', 5]]) }
  const numbers = (text: string) =>
    ourNumbersIn({ text, reference: undefined, counterparty: undefined } as never, numbering)

  it('is found as people and banks write it', async () => {
    const { bookings } = await parseStatementFile(readInput('numbers-in-text.xml'), OURS)
    expect(bookings.map((booking) => [booking.text, ourNumbersIn(booking, numbering)])).toEqual(
      bookings.map(({ text }) => [text, ['YDS-2026-0005']]),
    )
    expect(bookings).toHaveLength(12)
  })

  it.each([
    ['YDS-2026-0001 en YDS-2026-0002', ['YDS-2026-0001', 'YDS-2026-0002']],
    ['YDS-2026-0001 12 stuks', ['YDS-2026-0001']],
    ['YDC 2026 12', ['YDC-2026-0012']],
    ['YD S-2026-0005', ['YDS-2026-0005']],
    ['YDS-2 026-0005', ['YDS-2026-0005']],
    ['YDS-20\n26-0005', ['YDS-2026-0005']],
    ['OUD -A-202 6-0005', ['OUD-A-2026-0005']],
    ['YDS-2026-12 345', ['YDS-2026-12345']],
    ['YDS-2026-1\n2345', ['YDS-2026-12345']],
    ['YDS-2026-01 2345', ['YDS-2026-012345']],
    ['YDS-2026-123 456', ['YDS-2026-123456']],
    ['YDS-2026-12 1115,01', ['YDS-2026-0012']],
    ['YDS-2026-5 2026-11-23', ['YDS-2026-0005']],
    ['oud-a 2025.123456', ['OUD-A-2025-123456']],
    ['factuur 2026-0006', []],
    ['2026-0005-1 en 12026-0005', []],
    ['YDS-2026-1234567', []],
    ['XYZ-2026-0001', []],
  ])('%s', (text, found) => {
    expect(numbers(text)).toEqual(found)
  })
})
