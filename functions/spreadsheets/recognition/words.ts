/**
 * Words of headers, each with its synonyms in Dutch and English. They occur alone or in compounds: 'Contracteinddatum'
 * is contract, eind and datum.
 */
const SAME: Readonly<Record<string, string>> = {
  aangenomen: 'assumed',
  aantal: '',
  actief: 'active',
  af: '',
  achter: 'last familie sur',
  adres: 'address adress adr',
  akkoord: '',
  agent: 'adviseur verkoper accountmanager vertegenwoordiger verkoopadviseur',
  aanhef: 'geslacht gender sex salutation mv',
  bank: '',
  bedenktijd: '',
  bedrag: 'amount',
  bedrijf: 'bedrijfs firma organisatie onderneming ondernemings company organisation organization handels statutaire',
  bel: 'bellen gebeld call called',
  betaal: 'betalings betaling betalen payment',
  bewijs: 'proof',
  bezoek: 'bezoekers visiting visit',
  bmnr: 'belmeniet belmenietregister',
  bron: 'source herkomst',
  btwnr: '',
  categorie: 'category',
  code: 'codes',
  commodity: '',
  dagen: 'days',
  duizend: 'duizenden duizendtallen dzd',
  contact: 'contacts',
  contract: 'contracts contracten overeenkomst agreement abonnement',
  datum: 'date dat dag dd',
  dienstverband: 'employment',
  dnc: 'donotcall',
  duur: 'looptijd duration term length',
  ean: 'eans eancode',
  eenheid: 'unit',
  eigenaar: 'owner',
  eind: 'einde end ends ending eindigt afloop verval vervalt verloop verloopt expiratie expiry expires expiration exp beeindiging beeindigings termination',
  email: 'mail emails',
  energie: 'energy',
  gas: 'g m3',
  giga: '',
  gegeven: 'given',
  geldig: 'geldigheid valid',
  geldt: '',
  geschat: 'geschatte verwacht verwachte estimated',
  houder: 'holder',
  huidig: 'huidige current',
  huis: 'house',
  iban: '',
  id: '',
  initialen: 'voorletters initials',
  informatie: 'information',
  jaar: 'jr jaren jaarlijks jaarlijkse year years yearly annual',
  klant: 'klanten client clients customer customers relatie contractant afnemer debiteur',
  kanaal: 'verkocht channel',
  kantoor: 'office',
  kenmerk: '',
  kosten: 'cost costs',
  kvk: 'coc',
  lead: 'leads',
  lever: 'lev levering leverings delivery supply aansluit aansluiting aansluitings object',
  leverancier: 'leveranciers provider supplier maatschappij aanbieder',
  loopt: 'runs',
  maand: 'maanden mnd mnden month months monthly',
  mag: 'mogen toegestaan allowed',
  markt: 'market segment',
  mega: '',
  medewerker: 'medewerkers werknemer collega employee',
  methode: 'wijze method',
  mobiel: 'mobiele mobile mob gsm cell cellphone 06',
  naam: 'name names',
  niet: 'not geen',
  nieuw: 'nieuwe new actueel actuele',
  notitie: 'notities notes note',
  nr: 'nummer nummers number num no nrs',
  order: '',
  opmerking: 'opmerkingen toelichting remarks remark comments comment',
  omschrijving: 'beschrijving description',
  optin: '',
  optout: '',
  particulier: 'private',
  partner: 'partners',
  periode: 'period tijdvak',
  persoon: 'person',
  plaats: 'woonplaats vestigingsplaats stad city town place gemeente',
  post: 'postal',
  pc: 'zip',
  prijs: 'prijzen price tarieven',
  prioriteit: 'priority',
  product: 'producten',
  project: '',
  register: '',
  regel: 'line',
  rechtsvorm: '',
  rekening: 'account',
  rol: 'functie role',
  sale: 'sales verkoop',
  salesdock: '',
  schriftelijk: 'schriftelijke',
  start: 'begin begint ingang ingangs aanvang aanvangs commencement vanaf from',
  status: '',
  straat: 'street',
  stroom: 'elektra electra elektriciteit elektriciteits elek electricity power e kwh',
  tarief: 'tariff',
  team: '',
  teken: 'getekend ondertekend ondertekening ondertekenings afsluit afgesloten signed sign signing signature',
  tekst: 'text',
  tel: 'telefoon telefonisch telefonische telef telephone phone',
  tenaamstelling: 'tnv',
  termijn: '',
  tijd: 'time tijdstip om',
  toegewezen: 'assigned',
  toestemming: 'toestemmings consent',
  toevoeging: 'toevoegingen toev letter addition suffix',
  terugbellen: '',
  tot: 'tm until till to thru through',
  totaal: 'total standaard',
  tussenvoegsel: 'tussenvoegsels infix',
  type: 'soort',
  vast: 'vaste fixed landline',
  uur: 'uren hours',
  verlengd: 'verlenging extended renewed',
  verteld: 'uitgelegd',
  vestiging: 'vestigings',
  verbruik: 'verbruiks usage consumption sjv',
  volledig: 'volledige full',
  via: '',
  voor: 'first roep',
  waarde: 'value',
  werk: 'thuis prive overdag work home',
  woning: '',
  zakelijk: 'zakelijke business',
}

/** Words without meaning for a header, instructions for filling in a cell included. */
const EMPTY = new Set(
  'de het een van vd der op in per aan on at of the a an is bestand en me do wil worden uw gegevens info verplicht optioneel indien bekend optional required ja nee j n mm jj jjjj yy yyyy eur euro incl excl btw cijfers digits posities vooral'.split(
    ' ',
  ),
)

const known = new Map(
  Object.entries(SAME).flatMap(([word, others]) =>
    [word, ...others.split(' ')].filter(Boolean).map((one) => [one, word] as const),
  ),
)

/** Patterns of terms, each with the known words that replace the term. */
const TOGETHER: readonly (readonly [RegExp, string])[] = [
  [/\bmwh\b/g, 'kwh mega'],
  [/\bgwh\b/g, 'kwh giga'],
  [/\bx? ?1 ?000\b/g, ' duizend'],
  [/\b(looptijd|geldig|periode|contract) van$/g, '$1 vanaf'],
  [/\be mail/g, 'email'],
  [/\b(?:btw|vat) ?(?:nr|nummer|number)\b/g, 'btwnr'],
  [/\btot en met\b|\bt m\b|\btotenmet\b/g, 'tot'],
  [/ op$/g, ' datum'],
  [/\bten name van\b/g, 'tenaamstelling'],
  [/\bm v\b/g, 'geslacht'],
  [/\bk v k\b/g, 'kvk'],
  [/\bt n v\b/g, 'tenaamstelling'],
  [/\baccount manager/g, 'agent'],
  [/\baccount ?(naam|name)\b/g, 'klant naam'],
  [/\bterug ?bellen\b|\bterug ?bel(moment|datum)?\b|\bcall ?back\b/g, 'terugbellen'],
  [/\bopt in\b/g, 'optin'],
  [/\bopt out\b/g, 'optout'],
  [/\bchamber of commerce\b/g, 'kvk'],
]

/**
 * Returns the known words of a header, each once; null when a word is unknown. Takes the header in lower case without
 * accents and punctuation.
 */
export function wordsIn(plain: string): readonly string[] | null {
  const text = TOGETHER.reduce((all, [pattern, word]) => all.replace(pattern, word), plain)
  const words = new Set<string>()
  for (const written of text.split(' ')) {
    if (written === '' || EMPTY.has(written) || (/^\d\d?$/.test(written) && !known.has(written))) continue
    const parts = partsOf(written)
    if (!parts) return null
    for (const part of parts) words.add(part)
  }
  return [...words]
}

const SHORTEST_PART = 3
const SHORT_ENDS = new Set(['nr', 'id', 'no'])

/** Splits a compound into known words, with or without an s between them; null when it is unknown. */
function partsOf(written: string): readonly string[] | null {
  const whole = known.get(written)
  if (whole !== undefined) return [whole]
  for (let end = written.length - 2; end >= SHORTEST_PART; end--) {
    const first = known.get(written.slice(0, end))
    if (first === undefined) continue
    const rest = written.slice(end)
    const others = isPart(rest)
      ? partsOf(rest)
      : rest.startsWith('s') && isPart(rest.slice(1))
        ? partsOf(rest.slice(1))
        : null
    if (others) return [first, ...others]
  }
  return null
}

const isPart = (word: string) => word.length >= SHORTEST_PART || SHORT_ENDS.has(word)
