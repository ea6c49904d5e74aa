/**
 * Texts that refuse: at their beginning a word that says no, or anywhere a word for a consent that was withdrawn. 'Geen
 * bezwaar' and 'Niet bekend' do not.
 */
const REFUSAL =
  /^(n|no|0|false|onwaar)$|^(nee|neen|nooit|opt.?out|dnc|do not call|bel.?me.?niet|(mag |wil )?niet( meer)? (ge)?bel(d|len)|wil niet|niet (akkoord|toegestaan|gewenst)|geen (toestemming|akkoord|interesse|contact)|refused|declined)(?![\p{L}\d])|ingetrokken|intrekking|herroepen|geweigerd|afgemeld|uitgeschreven|withdrawn|revoked|unsubscribed/iu

/** Tells whether a text about a customer's consent is a refusal, such as 'Nee', 'opt-out' or 'Ingetrokken'. */
export const isRefusal = (text: string): boolean => REFUSAL.test(text.trim())

export const REFUSAL_MESSAGE = 'Dit is een weigering. Laat de toestemming leeg.'
